package import EvokeValues

/// How well a photo came out, to choose the best of several shots.
public struct PhotoQuality: Hashable, Sendable {
    /// Changes with how it is measured; what another version measured is measured again.
    package static let version: Int64 = 1

    /// From 0 for a blurred or plain picture to 1.
    public let sharpness: Double
    /// The share of the picture that is neither nearly black nor nearly white.
    public let exposure: Double

    /// For code that stores it.
    public init(sharpness: Double, exposure: Double) {
        (self.sharpness, self.exposure) = (sharpness, exposure)
    }

    /// The levels from which on a pixel shows something.
    private static let shown: ClosedRange<Float> = 8...247
    /// The standard deviation of the Laplacian that counts as perfectly sharp; most photos have about a tenth of it.
    private static let sharpest = 128.0

    /// - Parameter pixels: a photo's thumbnail. Opacity is ignored.
    package init(of pixels: Pixels) {
        let (bytes, channels) = (pixels.bytes, pixels.hasAlpha ? 4 : 3)
        let light = stride(from: 0, to: bytes.count, by: channels).map { (place: Int) -> Float in
            let (red, green, blue) = (Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]))
            return 0.299 * red + 0.587 * green + 0.114 * blue
        }
        self.init(
            sharpness: min(Self.deviation(light, pixels.size) / Self.sharpest, 1),
            exposure: Double(light.count { Self.shown.contains($0) }) / Double(light.count))
    }

    /// Of the Laplacian: how much each pixel differs from its four neighbors.
    private static func deviation(_ light: [Float], _ size: PixelSize) -> Double {
        let width = size.width
        guard width > 2, size.height > 2 else { return 0 }
        var (sum, squares) = (0.0, 0.0)
        for row in 1..<size.height - 1 {
            for place in row * width + 1..<(row + 1) * width - 1 {
                let around = light[place - 1] + light[place + 1] + light[place - width] + light[place + width]
                let difference = Double(4 * light[place] - around)
                sum += difference
                squares += difference * difference
            }
        }
        let count = Double((width - 2) * (size.height - 2))
        return max(squares / count - (sum / count) * (sum / count), 0).squareRoot()
    }
}

extension Analysis<PhotoQuality> {
    /// How well photos came out.
    public static var quality: Analysis {
        Analysis(
            table: "qualities", maker: .number(PhotoQuality.version),
            columns: { [.real($0.sharpness), .real($0.exposure)] },
            result: { row in
                guard case .real(let sharpness) = row.columns[0], case .real(let exposure) = row.columns[1] else {
                    return nil
                }
                return PhotoQuality(sharpness: sharpness, exposure: exposure)
            })
    }
}
