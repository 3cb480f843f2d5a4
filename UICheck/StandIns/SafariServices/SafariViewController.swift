import Foundation
import UIKit

@MainActor public protocol SFSafariViewControllerDelegate: NSObjectProtocol {
    func safariViewControllerDidFinish(_ controller: SFSafariViewController)
}

// Optional in Objective-C.
extension SFSafariViewControllerDelegate {
    public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
}

@MainActor open class SFSafariViewController: UIViewController {
    public enum DismissButtonStyle: Int, Sendable { case done, close, cancel }

    public weak var delegate: (any SFSafariViewControllerDelegate)?
    public var dismissButtonStyle: DismissButtonStyle = .done
    public var preferredControlTintColor: UIColor?
    public let standInURL: URL

    public convenience init(url: URL) { self.init(standInURL: url) }

    init(standInURL url: URL) {
        // As in the real one, which raises an exception.
        precondition(["http", "https"].contains(url.scheme?.lowercased() ?? ""), "Safari opens web pages only")
        standInURL = url
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    /// "Done" is tapped.
    public func standInDone() {
        dismiss(animated: true)
        delegate?.safariViewControllerDidFinish(self)
    }
}
