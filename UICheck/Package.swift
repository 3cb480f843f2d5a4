// swift-tools-version: 6.2
import PackageDescription

// Type-checks and evaluates the Apple-only code on Linux, against stand-ins for Apple's frameworks. It is a package of
// its own: a module named SwiftUI in the main package would make `canImport(SwiftUI)` true for an app's build on
// Linux. The real sources are reached through links, so that their `package` access works and nothing is copied.
let house: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// The published samples call what is deprecated, and leave values unused.
let asInApps: [SwiftSetting] = [.unsafeFlags(["-suppress-warnings"])]

let samples: [Target.Dependency] = [
    "YunoSDK", "InterfaceApple", "InterfaceAppleWeb", "Interface", "Checkout", "Kernel", "Wire", "WireTesting",
    "SwiftUI", "UIKit", "Combine", "WebKit", "SafariServices", "CoreImage", "_Testing_UIKit", "_Testing_CoreImage",
]

let package = Package(
    name: "uicheck",
    defaultLocalization: "en",
    targets: [
        .systemLibrary(name: "COpenSSL", path: "Linked/System/COpenSSL", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CCurl", path: "Linked/System/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CLibwebsockets", path: "Linked/System/CLibwebsockets", pkgConfig: "libwebsockets"),

        .target(name: "Combine", path: "StandIns/Combine", swiftSettings: house),
        .target(name: "CoreImage", path: "StandIns/CoreImage", swiftSettings: house),
        .target(name: "UIKit", dependencies: ["CoreImage"], path: "StandIns/UIKit", swiftSettings: house),
        .target(name: "WebKit", dependencies: ["UIKit"], path: "StandIns/WebKit", swiftSettings: house),
        .target(name: "SwiftUI", dependencies: ["Combine", "UIKit"], path: "StandIns/SwiftUI", swiftSettings: house),
        .target(
            name: "SafariServices", dependencies: ["UIKit"], path: "StandIns/SafariServices", swiftSettings: house),
        .target(name: "PassKit", dependencies: ["UIKit"], path: "StandIns/PassKit", swiftSettings: house),
        .target(name: "StripePaymentsUI", path: "StandIns/StripePaymentsUI", swiftSettings: house),
        // The compiler looks for them wherever Testing and the other are imported together.
        .target(name: "_Testing_UIKit", path: "StandIns/_Testing_UIKit"),
        .target(name: "_Testing_CoreImage", path: "StandIns/_Testing_CoreImage"),

        .target(name: "Kernel", dependencies: ["COpenSSL"], path: "Linked/Kernel", swiftSettings: house),
        .target(name: "Wire", dependencies: ["Kernel", "CCurl"], path: "Linked/Wire", swiftSettings: house),
        .target(name: "Interface", dependencies: ["Kernel"], path: "Linked/Interface", swiftSettings: house),
        .target(
            name: "Checkout", dependencies: ["Interface", "Kernel"], path: "Linked/Checkout", swiftSettings: house),
        .target(
            name: "WajubMobile", dependencies: ["Checkout", "Interface", "Kernel", "Wire"], path: "Linked/WajubMobile",
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: house),

        .target(
            name: "InterfaceApple",
            dependencies: [
                "Interface", "Kernel", "Wire", "SwiftUI", "UIKit", "Combine", "CoreImage", "SafariServices",
            ],
            path: "Linked/InterfaceApple", swiftSettings: house),
        .target(
            name: "InterfaceAppleWeb", dependencies: ["InterfaceApple", "Interface", "SwiftUI", "UIKit", "WebKit"],
            path: "Linked/InterfaceAppleWeb", swiftSettings: house),
        .target(
            name: "WajubMobileUI",
            dependencies: [
                "WajubMobile", "Checkout", "InterfaceApple", "Interface", "Wire", "UIKit", "SwiftUI", "SafariServices",
            ],
            path: "Linked/WajubMobileUI", swiftSettings: house),

        .target(
            name: "YunoSDK",
            dependencies: [
                "Checkout", "Interface", "InterfaceApple", "InterfaceAppleWeb", "Kernel", "Wire", "UIKit", "SwiftUI",
                "PassKit",
            ],
            path: "Linked/YunoSDK", resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: house),

        .target(
            name: "WireTesting", dependencies: ["Wire", "Kernel"], path: "Linked/WireTesting", swiftSettings: house),
        .testTarget(
            name: "UICheckTests",
            dependencies: [
                "InterfaceApple", "InterfaceAppleWeb", "WajubMobileUI", "WajubMobile", "YunoSDK", "Interface",
                "Checkout", "Kernel", "Wire", "WireTesting", "SwiftUI", "PassKit", "UIKit", "SafariServices",
                "StripePaymentsUI", "WebKit", "CoreImage",
                "_Testing_UIKit", "_Testing_CoreImage",
            ],
            path: "Tests/UICheckTests", swiftSettings: house),
        // What apps of YunoSDK look like, in both languages an app may be written in.
        .testTarget(
            name: "YunoSamples6Tests", dependencies: samples, path: "Tests/YunoSampleTests",
            swiftSettings: asInApps + [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "YunoSamples5Tests", dependencies: samples, path: "Linked/YunoSampleTests",
            swiftSettings: asInApps + [.swiftLanguageMode(.v5)]),
    ],
    swiftLanguageModes: [.v6]
)
