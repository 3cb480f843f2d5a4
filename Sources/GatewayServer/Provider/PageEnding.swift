import Foundation
import Gateway
import Kernel

/// The end of a challenge, told once to whoever waits for it (spec 9): an app's web view hears a string, the page
/// around a frame hears an object. Then the page leaves, unless it stands in a frame.
struct PageEnding: Sendable, Equatable {
    enum Status: String, Sendable {
        /// The challenge is over; it says nothing of who was authenticated.
        case completed = "COMPLETED"
        case error = "ERROR"
    }

    let status: Status
    let data: String
    /// Where the page goes afterwards; nil is that it stays.
    let address: String?
    let isEmbedded: Bool

    /// Only an address that leads somewhere: never one that is a program.
    static func canLead(_ address: String) -> Bool {
        guard (3...2048).contains(address.utf8.count), address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let colon = address.firstIndex(of: ":")
        else { return false }
        let scheme = address[..<colon].lowercased()
        return scheme.first.map { $0.isASCII && $0.isLetter } ?? false
            && scheme.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            }
            && !FieldReader.programs.contains(scheme)
    }

    private var target: String? { isEmbedded ? nil : address.flatMap { Self.canLead($0) ? $0 : nil } }

    /// Without a script nothing can be told, but the page leaves all the same.
    var refresh: String {
        target.map {
            "<noscript><meta http-equiv=\"refresh\" content=\"0;url=\(ProviderDocument.escaped($0))\"></noscript>"
        } ?? ""
    }

    var script: String {
        let attributes = [
            ("status", status.rawValue), ("text", data), ("address", target ?? ""),
            ("embedded", isEmbedded ? "true" : ""),
        ]
        let words = attributes.map { " data-\($0)=\"\(ProviderDocument.escaped($1))\"" }.joined()
        return "<div id=\"end\" hidden\(words)></div><script>\(Self.code)</script>"
    }

    private static let code = """
        (function () {
          var end = document.getElementById("end").dataset;
          var message = { origin: "CHALLENGE", status: end.status, data: end.text };
          var handlers = window.webkit && window.webkit.messageHandlers;
          if (end.embedded && window.parent !== window) window.parent.postMessage(message, "*");
          else if (handlers && handlers.messageFromWeb) handlers.messageFromWeb.postMessage(JSON.stringify(message));
          if (end.address) location.replace(end.address);
        })();
        """

    /// What the script's bytes must be for a browser to run them.
    static let digest = "sha256-" + Data(Crypto.sha256(Array(code.utf8))).base64EncodedString()
}
