// `WajubMobileUI` brings `WajubMobile` along (W6).
@_exported import WajubMobile
