import Gateway
import Kernel

/// Pages for people who have no app open.
extension WajubDialect {
    /// `authorization_url`: a page for a payer who has no app open.
    func addHostedRoutes(to router: inout Router) {
        router.add("GET", "/checkout/{token}") { request in
            await answering(request) {
                guard let session = try await gateway.session(Secret(request.parameters["token"] ?? "")) else {
                    return missing(request)
                }
                return HostedPage.payment(session, WajubErrors(request).language).response
            }
        }
    }

    /// Whoever opens a page reads words, not JSON.
    private func missing(_ request: ServerRequest) -> ServerResponse {
        let errors = WajubErrors(request)
        guard request.headers["Accept"]?.contains("text/html") ?? false else {
            return errors.response(Refusal("session_not_found"))
        }
        return HostedPage.message(
            ErrorCatalogue.wajub["session_not_found"]?.message(errors.language) ?? "", errors.language)
    }
}
