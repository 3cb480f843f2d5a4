import Wire

extension SDKLog {
    static let wajub = SDKLog("WajubMobile")
}
