import Kernel

/// Turns the bytes a peer sends over a WebSocket into messages (RFC 6455 §5), however they are cut. It decides, and
/// touches nothing. After it has thrown, the socket can only be closed.
package struct WebSocketParser {
    package enum Event: Equatable {
        case text(String)
        case ping([UInt8])
        case pong([UInt8])
        /// Without a code when the peer gave none.
        case close(WebSocketCloseCode?, reason: String)
    }

    /// Why the socket must be closed.
    package struct Fault: Error, Equatable {
        package let code: WebSocketCloseCode
        package let reason: String
    }

    private enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    private struct Frame {
        let opcode: Opcode
        let isFinal: Bool
        /// Zeros change nothing.
        var mask: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        let length: Int
        var received = 0
    }

    private let limits: WebSocketLimits
    private let expectsMask: Bool
    private var buffer: [UInt8] = []
    /// Everything before this index of `buffer` is used up.
    private var position = 0
    /// The frame whose payload is arriving.
    private var frame: Frame?
    /// The payload of a message, over all its fragments.
    private var message: [UInt8] = []
    private var isInsideMessage = false
    /// The payload of a control frame; it may come between the fragments of a message.
    private var control: [UInt8] = []

    /// - Parameter role: our end.
    package init(_ role: WebSocketRole, limits: WebSocketLimits) {
        expectsMask = role == .server
        self.limits = limits
    }

    package mutating func receive(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

    /// The next thing that has arrived whole; nil until more bytes have come.
    package mutating func next() throws(Fault) -> Event? {
        while true {
            if frame == nil {
                guard try readHeader() else { return nil }
            }
            guard let done = readPayload() else { return nil }
            if let event = try finish(done) { return event }
        }
    }

    private mutating func readHeader() throws(Fault) -> Bool {
        let bytes = buffer[position...]
        guard bytes.count >= 2 else { return false }
        let (first, second) = (buffer[position], buffer[position + 1])
        // No extension was agreed on that could give the reserved bits a meaning.
        guard first & 0x70 == 0, let opcode = Opcode(rawValue: first & 0x0F) else {
            throw Fault(code: .protocolError, reason: "unknown kind of frame")
        }
        guard (second & 0x80 != 0) == expectsMask else {
            throw Fault(code: .protocolError, reason: "clients mask their frames, servers do not")
        }
        let isFinal = first & 0x80 != 0
        let short = Int(second & 0x7F)
        try check(opcode, isFinal: isFinal, shortLength: short)
        let lengthBytes = short == 127 ? 8 : short == 126 ? 2 : 0
        let headerBytes = 2 + lengthBytes + (expectsMask ? 4 : 0)
        guard bytes.count >= headerBytes else { return false }
        let length = try length(short, buffer[(position + 2)..<(position + 2 + lengthBytes)])
        let isTooLarge =
            length > limits.maximumFrameBytes
            || (!opcode.isControl && length > limits.maximumMessageBytes - message.count)
        guard !isTooLarge else { throw Fault(code: .tooLarge, reason: "message too large") }
        var frame = Frame(opcode: opcode, isFinal: isFinal, length: length)
        if expectsMask {
            let mask = position + 2 + lengthBytes
            frame.mask = (buffer[mask], buffer[mask + 1], buffer[mask + 2], buffer[mask + 3])
        }
        self.frame = frame
        position += headerBytes
        return true
    }

    private func check(_ opcode: Opcode, isFinal: Bool, shortLength: Int) throws(Fault) {
        switch opcode {
        case .close, .ping, .pong:
            guard isFinal, shortLength <= 125 else {
                throw Fault(code: .protocolError, reason: "a control frame is whole and short")
            }
        case .continuation:
            guard isInsideMessage else { throw Fault(code: .protocolError, reason: "nothing to continue") }
        case .text:
            guard !isInsideMessage else { throw Fault(code: .protocolError, reason: "a message is not finished") }
        case .binary: throw Fault(code: .unacceptableData, reason: "only text is spoken here")
        }
    }

    private func length(_ short: Int, _ bytes: ArraySlice<UInt8>) throws(Fault) -> Int {
        guard short >= 126 else { return short }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // A length has one spelling: the shortest.
        guard value > (short == 126 ? 125 : 0xFFFF), value <= UInt64(Int.max) else {
            throw Fault(code: .protocolError, reason: "bad length")
        }
        return Int(value)
    }

    /// Takes what has come of the payload; the frame, once it is complete.
    private mutating func readPayload() -> Frame? {
        guard var frame else { return nil }
        let count = min(frame.length - frame.received, buffer.count - position)
        // The mask as an array would be an allocation for each frame.
        let mask = frame.mask
        func unmasked(_ index: Int) -> UInt8 {
            let byte = buffer[position + index]
            switch (frame.received + index) & 3 {
            case 0: return byte ^ mask.0
            case 1: return byte ^ mask.1
            case 2: return byte ^ mask.2
            default: return byte ^ mask.3
            }
        }
        if frame.opcode.isControl {
            for index in 0..<count { control.append(unmasked(index)) }
        } else {
            message.reserveCapacity(message.count + count)
            for index in 0..<count { message.append(unmasked(index)) }
        }
        position += count
        frame.received += count
        compact()
        let isComplete = frame.received == frame.length
        self.frame = isComplete ? nil : frame
        return isComplete ? frame : nil
    }

    private mutating func finish(_ frame: Frame) throws(Fault) -> Event? {
        switch frame.opcode {
        case .continuation, .text, .binary:
            isInsideMessage = !frame.isFinal
            guard frame.isFinal else { return nil }
            defer { message = [] }
            guard let text = Self.text(message) else {
                throw Fault(code: .notUTF8, reason: "not UTF-8")
            }
            return .text(text)
        case .ping:
            defer { control = [] }
            return .ping(control)
        case .pong:
            defer { control = [] }
            return .pong(control)
        case .close:
            defer { control = [] }
            return try Self.close(control)
        }
    }

    private static func close(_ payload: [UInt8]) throws(Fault) -> Event {
        guard !payload.isEmpty else { return .close(nil, reason: "") }
        guard payload.count >= 2 else { throw Fault(code: .protocolError, reason: "half a close code") }
        let code = WebSocketCloseCode(UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw Fault(code: .protocolError, reason: "not a close code") }
        guard let reason = text(payload[2...]) else {
            throw Fault(code: .notUTF8, reason: "not UTF-8")
        }
        return .close(code, reason: reason)
    }

    /// Nil when it is not UTF-8: decoding puts something else in place of what it cannot read.
    private static func text(_ bytes: some Collection<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private mutating func compact() {
        if position == buffer.count {
            // A silent socket holds no buffer.
            buffer = []
        } else if position >= 16 << 10 {
            buffer.removeFirst(position)
        } else {
            return
        }
        position = 0
    }
}

/// The frames we send: whole, and masked by a client (RFC 6455 §5.1).
package struct WebSocketFrame {
    private let role: WebSocketRole

    /// - Parameter role: our end.
    package init(_ role: WebSocketRole) { self.role = role }

    package func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

    package func ping(_ payload: [UInt8] = []) -> [UInt8] { frame(0x89, payload) }

    package func pong(_ payload: [UInt8]) -> [UInt8] { frame(0x8A, payload) }

    /// A reason longer than a control frame takes is cut, between characters.
    package func close(_ code: WebSocketCloseCode, _ reason: String = "") -> [UInt8] {
        var text: [UInt8] = []
        for scalar in reason.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            guard text.count + bytes.count <= 123 else { break }
            text += bytes
        }
        return frame(0x88, [UInt8(code.number >> 8), UInt8(code.number & 0xFF)] + text)
    }

    private func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes = [first]
        bytes.reserveCapacity(payload.count + 14)
        let masked: UInt8 = role == .client ? 0x80 : 0
        switch payload.count {
        case ...125: bytes.append(masked | UInt8(payload.count))
        case ...0xFFFF: bytes += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        guard role == .client else { return bytes + payload }
        let mask = Crypto.randomBytes(4)
        bytes += mask
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index & 3]) }
        return bytes
    }
}
