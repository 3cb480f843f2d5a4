// swift-tools-version: 6.2
import PackageDescription

/// Our own builds (the Makefile, the checks) treat warnings as errors. An app that depends on us must not: its build
/// system silences the warnings of packages, and refuses both at once.
let house: [SwiftSetting] =
    Context.environment["COMPTOIR_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// On Apple platforms CryptoKit does this work.
let openSSL: Target.Dependency = .target(name: "COpenSSL", condition: .when(platforms: [.linux]))

/// On Apple platforms URLSession does this work.
let curl: Target.Dependency = .target(name: "CCurl", condition: .when(platforms: [.linux]))

let package = Package(
    name: "comptoir",
    defaultLocalization: "en",
    platforms: [.iOS(.v14), .macOS(.v15)],
    products: [
        .library(name: "WajubMobile", targets: ["WajubMobile"]),
        .library(name: "WajubMobileUI", targets: ["WajubMobileUI"]),
        .library(name: "YunoSDK", targets: ["YunoSDK"]),
        .executable(name: "comptoir", targets: ["comptoir"]),
    ],
    targets: [
        // Debian's (or Homebrew's) C libraries.
        .systemLibrary(
            name: "CSQLite", path: "System/CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "COpenSSL", path: "System/COpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CCurl", path: "System/CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CLibwebsockets", path: "System/CLibwebsockets", pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev"]), .brew(["libwebsockets"])]),
        .systemLibrary(
            name: "CQrencode", path: "System/CQrencode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

        // The words of payment, and talking to a gateway: in apps and on servers alike.
        .target(name: "Kernel", dependencies: [openSSL], swiftSettings: house),
        .target(name: "Wire", dependencies: ["Kernel", curl], swiftSettings: house),

        // What a screen is, without a toolkit.
        .target(name: "Interface", dependencies: ["Kernel"], swiftSettings: house),

        // Draws screens with SwiftUI; empty where there is none.
        .target(name: "InterfaceApple", dependencies: ["Interface", "Kernel", "Wire"], swiftSettings: house),

        // Providers' pages inside a screen, for the SDK that shows them there; the other links no web view.
        .target(
            name: "InterfaceAppleWeb", dependencies: ["InterfaceApple", "Interface"], swiftSettings: house),

        // For browsers and terminals.
        .target(name: "QRCodes", dependencies: ["CQrencode"], swiftSettings: house),

        .target(
            name: "InterfaceWeb", dependencies: ["Interface", "Kernel", "QRCodes"],
            resources: [.embedInCode("Assets/live.js"), .embedInCode("Assets/sheet.css")], swiftSettings: house),

        // The rules of a payment sheet, its forms and its screens.
        .target(name: "Checkout", dependencies: ["Interface", "Kernel"], swiftSettings: house),

        // The SDKs.
        .target(
            name: "WajubMobile", dependencies: ["Checkout", "Interface", "Kernel", "Wire"],
            path: "Sources/SDKs/WajubMobile",
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: house),

        .target(
            name: "WajubMobileUI", dependencies: ["WajubMobile", "Checkout", "Interface", "InterfaceApple", "Wire"],
            path: "Sources/SDKs/WajubMobileUI", swiftSettings: house),

        .target(
            name: "YunoSDK",
            dependencies: ["Checkout", "Interface", "InterfaceApple", "InterfaceAppleWeb", "Kernel", "Wire"],
            path: "Sources/SDKs/YunoSDK",
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: house),

        // The gateway.
        .target(name: "Gateway", dependencies: ["Kernel"], swiftSettings: house),
        .target(name: "GatewaySQLite", dependencies: ["Gateway", "Kernel", "CSQLite"], swiftSettings: house),
        .target(
            name: "GatewayServer",
            dependencies: ["Gateway", "WajubMobile", "InterfaceWeb", "Interface", "Wire", "Kernel", "CLibwebsockets"],
            swiftSettings: house),
        .executableTarget(
            name: "comptoir",
            dependencies: [
                "Gateway", "GatewaySQLite", "GatewayServer", "Interface", "InterfaceWeb", "WajubMobile", "YunoSDK",
                "Wire", "Kernel", "QRCodes",
                "CSQLite", "CLibwebsockets", openSSL,
            ],
            // In the program itself, so that it can be moved.
            resources: [.embedInCode("Resources")], swiftSettings: house),

        // Measures the sheet for `make bench`; no product.
        .executableTarget(
            name: "sheet-bench", dependencies: ["WajubMobile", "Wire", "Kernel"], path: "Benchmarks/Sheet",
            swiftSettings: house),

        // What the browser tests of the renderer look at; no product.
        .executableTarget(
            name: "gallery",
            dependencies: [
                "GatewayServer", "Gateway", "GatewaySQLite", "WajubMobile", "InterfaceWeb", "Interface", "Kernel",
                "CSQLite", "CLibwebsockets", openSSL,
            ],
            path: "Tests/Gallery", swiftSettings: house),

        .testTarget(
            name: "InterfaceWebTests", dependencies: ["InterfaceWeb", "Interface", "Kernel", "QRCodes"],
            swiftSettings: house),
        .testTarget(name: "KernelTests", dependencies: ["Kernel"], swiftSettings: house),
        .testTarget(name: "InterfaceTests", dependencies: ["Interface", "Kernel"], swiftSettings: house),
        .testTarget(name: "CheckoutTests", dependencies: ["Checkout", "Interface", "Kernel"], swiftSettings: house),
        // A network, a clock and keys without chance, for the tests of the SDKs.
        .target(
            name: "WireTesting", dependencies: ["Wire", "Kernel"], path: "Tests/WireTesting", swiftSettings: house),
        .testTarget(
            name: "WajubMobileTests", dependencies: ["WajubMobile", "Interface", "Wire", "Kernel", "WireTesting"],
            swiftSettings: house),
        .testTarget(
            name: "YunoSDKTests",
            dependencies: [
                "YunoSDK", "GatewayServer", "Gateway", "GatewaySQLite", "Checkout", "Interface", "Wire", "Kernel",
                "WireTesting",
            ],
            swiftSettings: house),
        // Apps written in Swift 5 are compiled, too.
        .testTarget(
            name: "YunoSDKSwift5Tests", dependencies: ["YunoSDK"],
            swiftSettings: house + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "GatewayTests", dependencies: ["Gateway", "GatewaySQLite", "Kernel", "CSQLite"], swiftSettings: house),
        .testTarget(
            name: "GatewayServerTests",
            dependencies: [
                "GatewayServer", "Gateway", "GatewaySQLite", "WajubMobile", "YunoSDK", "Interface", "Wire", "Kernel",
            ],
            swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
