import WajubMobileUI

// This file imports WajubMobileUI alone.

func optionsOfAnAppWithOneImport() -> PresentOptions {
    PresentOptions(
        sessionToken: "sess_abc123",
        locale: "fr",
        loader: .spinner,
        returnURL: "https://shop.example.com/app/return",
        mobileMoney: MobileMoneyOptions(country: "CI", countryLocked: true, operatorMode: .detect),
        realtime: RealtimeOptions(host: "ws.shop.example", port: 443, tls: true),
        cancelOnDismiss: false
    )
}
