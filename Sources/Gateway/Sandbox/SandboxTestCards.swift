import Kernel

/// The published test cards of the Yuno dialect (spec Yuno 14.1, 14.4). What is not among them succeeds.
package enum SandboxTestCards {
    /// Test cards whose check digit is wrong: the sandbox takes them all the same (O8).
    package static let exempt: Set<String> = Set(
        authentications.keys.filter { !CardNumber.passesLuhn($0.utf8.map { $0 - 0x30 }) })

    static func behaviour(of number: CardNumber) -> MethodBehaviour {
        let digits = number.digits.expose()
        return .card(issuer: issuer(digits), authentication: authentications[digits])
    }

    /// Beginning | ending → what the issuer says.
    private static let prefixes = ["450799", "525244", "370000", "3647166", "113900"]
    private static let endings: [String: ProviderAnswer] = [
        "0002": .approved, "0010": .declined("INSUFFICIENT_FUNDS"), "0028": .declined("DECLINED_BY_BANK"),
        "0036": .declined("DO_NOT_HONOR"), "0044": .declined("INVALID_SECURITY_CODE"),
        "0051": .declined("INVALID_CARD_DATA"), "0069": .declined("REPORTED_STOLEN"), "0077": .failed(code: "ERROR"),
    ]

    private static func issuer(_ digits: String) -> ProviderAnswer? {
        guard let prefix = prefixes.first(where: digits.hasPrefix) else { return nil }
        let middle = digits.dropFirst(prefix.count).dropLast(4)
        return middle.allSatisfy { $0 == "0" } ? endings[String(digits.suffix(4))] : nil
    }

    private static let authentications: [String: CardAuthentication] = {
        var table: [String: CardAuthentication] = [:]
        func add(_ authentication: CardAuthentication, _ numbers: String) {
            for number in numbers.split(separator: " ") { table[String(number)] = authentication }
        }
        func frictionless(_ outcome: Authentication.Outcome) -> CardAuthentication {
            .frictionless(Authentication(outcome, isFrictionless: true))
        }
        add(frictionless(.authenticated), "4556557955726624 5333259155643223 341502098634895 3095000000000000")
        add(frictionless(.authenticated), "3528000000000000 4929251897047956 4234123412340000 5512459816707531")
        add(frictionless(.authenticated), "347899129656655 3095000000000005 3528000000000005")
        add(frictionless(.notAuthenticated), "4556104160382032 5328720384582224 345695399207589 3095000000000002")
        add(frictionless(.notAuthenticated), "3528000000000002 4716429323842524 5487971631330522 345197771649926")
        add(frictionless(.notAuthenticated), "3095000000000006 3528000000000006")
        add(frictionless(.unavailable), "4234123412340006")
        add(frictionless(.attempted), "4234123412340007")
        add(frictionless(.notEnrolled), "4234123412340001 4234123412340002")
        add(.challenge, "4916994064252017 4604633194219929 4234123412340003 5306889942833340 5424184049821670")
        add(.challenge, "348638267931507 372021106351394 3095000000000001 3528000000000001")
        add(.challengeEnding(.notAuthenticated), "4024007189449340 5267648608924299 349531373081938")
        add(.brokenChallenge("Invalid 3DS provider"), "4556362626719763")
        // What the bank's server says in error messages of the protocol: 100 codes each.
        for code in 100...399 { table["4234123412340\(code)"] = .fails("PROVIDER_INVALID_RESPONSE") }
        table["4234123412340402"] = .fails("PROVIDER_INTERNAL_ERROR")
        table["4234123412340403"] = .fails("PROVIDER_TIMEOUT")
        return table
    }()
}

/// The codes a bank's page takes in the sandbox, and what comes of them (spec Yuno 14.4).
package enum SandboxChallenge {
    package static let codes: [(code: String, outcome: Authentication.Outcome)] = [
        ("1234", .authenticated), ("1111", .notAuthenticated), ("2222", .rejected), ("3333", .unavailable),
        ("4444", .attempted),
    ]

    /// Nil for a code that is none.
    static func outcome(_ code: String) -> Authentication.Outcome? { codes.first { $0.code == code }?.outcome }
}
