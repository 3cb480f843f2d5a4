import Foundation

public final class CGImage: @unchecked Sendable {
    public let width: Int
    public let height: Int

    init(side: Int) { (width, height) = (side, side) }
}

public final class CIImage: NSObject {
    let side: Int
    init(side: Int) { self.side = side }

    public var extent: CGRect { CGRect(x: 0, y: 0, width: side, height: side) }
}

/// Knows one filter: the one that draws QR codes. How many squares a side has follows from the length of the text.
public final class CIFilter: NSObject {
    private var values: [String: Any] = [:]
    public static var standInDrawn: [String] {
        get { drawn }
        set { drawn = newValue }
    }
    nonisolated(unsafe) private static var drawn: [String] = []

    public init?(name: String) {
        guard name == "CIQRCodeGenerator" else { return nil }
    }

    public func setValue(_ value: Any?, forKey key: String) { values[key] = value }

    public var outputImage: CIImage? {
        guard let data = values["inputMessage"] as? Data,
            ["L", "M", "Q", "H"].contains(values["inputCorrectionLevel"] as? String),
            !data.isEmpty, data.count <= 2331
        else { return nil }
        Self.drawn.append(String(decoding: data, as: UTF8.self))
        return CIImage(side: 23 + 4 * (data.count / 40))
    }
}

public final class CIContext: NSObject {
    public override init() {}
    public func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? { CGImage(side: image.side) }
}
