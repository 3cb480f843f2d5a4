#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// Digests, message authentication, sealing and random bytes: CryptoKit on Apple platforms, OpenSSL on Linux.
package enum Crypto {
    /// SHA-256, 32 bytes.
    package static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: Array(bytes)))
        #else
            let input = Array(bytes)
            var digest = [UInt8](repeating: 0, count: 32)
            precondition(EVP_Digest(input, input.count, &digest, nil, EVP_sha256(), nil) == 1, "SHA-256 is unavailable")
            return digest
        #endif
    }

    /// SHA-1, 20 bytes: for protocols that name it, where nothing is protected by it.
    package static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(Insecure.SHA1.hash(data: Array(bytes)))
        #else
            let input = Array(bytes)
            var digest = [UInt8](repeating: 0, count: 20)
            precondition(EVP_Digest(input, input.count, &digest, nil, EVP_sha1(), nil) == 1, "SHA-1 is unavailable")
            return digest
        #endif
    }

    /// HMAC-SHA256, 32 bytes.
    package static func hmacSHA256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        #else
            var code = [UInt8](repeating: 0, count: 32)
            var length: UInt32 = 32
            // A zero-length key needs a valid pointer all the same.
            let keyBytes = key.isEmpty ? [0] : key
            let done = HMAC(EVP_sha256(), keyBytes, Int32(key.count), message, message.count, &code, &length)
            precondition(done != nil && length == 32, "HMAC-SHA256 is unavailable")
            return code
        #endif
    }

    /// `count` bytes from the system's secure generator.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        // Eight bytes at a time: each call of the generator asks the kernel.
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }

    /// Whether two byte strings are equal, in a time that depends on their lengths only.
    package static func equalInConstantTime(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Encrypts and authenticates `plain` with AES-256-GCM; the answer is nonce, cipher text and tag in a row.
    /// - Parameter key: 32 bytes.
    package static func seal(_ plain: [UInt8], key: [UInt8]) -> [UInt8] {
        precondition(key.count == 32, "AES-256 takes a 32-byte key")
        let nonce = randomBytes(12)
        #if canImport(CryptoKit)
            guard let nonceValue = try? AES.GCM.Nonce(data: nonce),
                let box = try? AES.GCM.seal(plain, using: SymmetricKey(data: key), nonce: nonceValue)
            else { preconditionFailure("AES-GCM is unavailable") }
            return nonce + Array(box.ciphertext) + Array(box.tag)
        #else
            let context = EVP_CIPHER_CTX_new()
            defer { EVP_CIPHER_CTX_free(context) }
            var cipher = [UInt8](repeating: 0, count: plain.count + 16)
            var tag = [UInt8](repeating: 0, count: 16)
            var length: Int32 = 0
            var rest: Int32 = 0
            let done =
                EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
                && EVP_EncryptUpdate(context, &cipher, &length, plain, Int32(plain.count)) == 1
                && EVP_EncryptFinal_ex(context, &cipher, &rest) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, &tag) == 1
            precondition(done, "AES-GCM is unavailable")
            return nonce + cipher.prefix(Int(length)) + tag
        #endif
    }

    /// Undoes ``seal(_:key:)``; nil when the key is another one or the bytes were changed.
    package static func open(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count == 32, sealed.count >= 28 else { return nil }
        let nonce = Array(sealed.prefix(12))
        let cipher = Array(sealed.dropFirst(12).dropLast(16))
        let tag = Array(sealed.suffix(16))
        #if canImport(CryptoKit)
            guard let nonceValue = try? AES.GCM.Nonce(data: nonce),
                let box = try? AES.GCM.SealedBox(nonce: nonceValue, ciphertext: cipher, tag: tag),
                let plain = try? AES.GCM.open(box, using: SymmetricKey(data: key))
            else { return nil }
            return Array(plain)
        #else
            let context = EVP_CIPHER_CTX_new()
            defer { EVP_CIPHER_CTX_free(context) }
            var expected = tag
            var plain = [UInt8](repeating: 0, count: cipher.count + 16)
            var length: Int32 = 0
            var rest: Int32 = 0
            guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
                EVP_DecryptUpdate(context, &plain, &length, cipher, Int32(cipher.count)) == 1,
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, &expected) == 1,
                EVP_DecryptFinal_ex(context, &plain[Int(length)], &rest) == 1
            else { return nil }
            return Array(plain.prefix(Int(length)))
        #endif
    }
}

extension Sequence<UInt8> {
    /// Lower-case hexadecimal.
    package var hex: String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
        var units: [UInt8] = []
        units.reserveCapacity(underestimatedCount * 2)
        for byte in self {
            units.append(digit(byte >> 4))
            units.append(digit(byte & 15))
        }
        return String(decoding: units, as: UTF8.self)
    }
}
