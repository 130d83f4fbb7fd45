import PhotoCore

/// How a graph wants its pixels, as far as it does not say so itself.
public struct GraphPixels: Sendable, Hashable {
    public enum Layout: String, Sendable, CaseIterable {
        /// Three numbers a pixel, pixel after pixel.
        case nhwc
        /// Three planes, one a colour.
        case nchw
    }

    public enum Range: Sendable, Hashable {
        /// Whole numbers in all their width where the graph takes such, else 0 to 1.
        case standard
        case zeroToOne, minusOneToOne, zeroTo255
        /// On the scale 0 to 1: a value v becomes (v − mean) / std.
        case normalised(mean: [Float], std: [Float])
    }

    public let range: Range
    /// nil: told by where the three colours are in the input's shape.
    public let layout: Layout?

    public init(range: Range = .standard, layout: Layout? = nil) {
        self.range = range
        self.layout = layout
    }
}

extension GraphPixels {
    /// Whether its own mean and std are one number or three, fit for it.
    func check() throws(EvokeError) {
        guard case .normalised(let mean, let std) = range else { return }
        let areNumbers = mean.allSatisfy(\.isFinite) && std.allSatisfy { $0.isFinite && $0 != 0 }
        guard areNumbers, [1, 3].contains(mean.count), [1, 3].contains(std.count) else {
            throw EvokeError(
                .wrongUsage, doing: "put pixels into a range", subject: "",
                reason: "the mean is \(mean) and the std \(std)",
                remedy: "Give one number for all colours or one for each, and no std of 0.")
        }
    }
}

/// An input that takes a picture, and how a picture is put into it.
struct PictureInput: Sendable {
    let port: GraphPort
    let image: ImageInput
    private let layout: GraphPixels.Layout
    private let numbers: Numbers

    /// What the decoder's values become.
    private enum Numbers {
        case float32, float16
        /// Of a type from `low` to `high`, after division and addition.
        case whole(scale: Float, zero: Float, low: Float, high: Float)
    }

    /// - Returns: nil, with the reason, where it cannot be one.
    init(_ port: GraphPort, _ pixels: GraphPixels) throws(Unfit) {
        self.port = port
        let layouts = GraphPixels.Layout.allCases.filter { $0.size(in: port.shape) != nil }
        guard !layouts.isEmpty else {
            throw Unfit(
                "its input '\(port.name)' is \(port.form), which is no picture of three colours and a size of at most 4096"
            )
        }
        if let layout = pixels.layout {
            guard layouts.contains(layout) else {
                throw Unfit("its input '\(port.name)' is \(port.form), which is not laid out as \(layout.rawValue)")
            }
        } else if layouts.count > 1 {
            throw Unfit("its input '\(port.name)' is \(port.form), which may be laid out either way; use --layout")
        }
        layout = pixels.layout ?? layouts[0]
        guard let size = layout.size(in: port.shape) else { throw Unfit("its input has no size") }

        let (mean, std): ([Float], [Float])
        switch pixels.range {
        case .standard where port.type?.isFloating == false, .zeroTo255: (mean, std) = ([0], [1 / 255])
        case .standard, .zeroToOne: (mean, std) = ([0], [1])
        case .minusOneToOne: (mean, std) = ([0.5], [0.5])
        case .normalised(let own, let spread): (mean, std) = (own, spread)
        }
        func three(_ values: [Float]) -> [Float] { values.count == 3 ? values : Array(repeating: values[0], count: 3) }
        image = ImageInput(
            size: size, fit: .shortest(max(size.width, size.height)), kernel: .bilinear, mean: three(mean),
            std: three(std))
        numbers = try Self.numbers(port, pixels.range)
    }

    private static func numbers(_ port: GraphPort, _ range: GraphPixels.Range) throws(Unfit) -> Numbers {
        let low: Float
        switch port.type {
        case .float32: return .float32
        case .float16: return .float16
        case .uint8: low = 0
        case .int8: low = -128
        default: throw Unfit("its input '\(port.name)' is \(port.form), and no picture is made of such numbers")
        }
        // The graph's own numbers, as it was trained on, unless its user knows better.
        if range == .standard { return .whole(scale: 1, zero: low, low: low, high: low + 255) }
        if let own = port.quantization {
            return .whole(scale: own.scale, zero: Float(own.zeroPoint), low: low, high: low + 255)
        }
        guard range == .zeroTo255, low == 0 else {
            throw Unfit("its input '\(port.name)' is \(port.form), which cannot hold that range")
        }
        return .whole(scale: 1, zero: 0, low: 0, high: 255)
    }

    /// - Parameter planes: red, green and blue, as `image` asked for.
    func tensor(of planes: [Float]) -> GraphTensor {
        var values = planes
        if layout == .nhwc {
            let count = planes.count / 3
            values = [Float](unsafeUninitializedCapacity: planes.count) { buffer, filled in
                for pixel in 0..<count {
                    for colour in 0..<3 { buffer[3 * pixel + colour] = planes[colour * count + pixel] }
                }
                filled = planes.count
            }
        }
        let (width, height) = (image.size.width, image.size.height)
        let shape = layout == .nhwc ? [1, height, width, 3] : [1, 3, height, width]
        switch numbers {
        case .float32: return GraphTensor(shape: shape, values: .float32(values))
        case .float16: return GraphTensor(shape: shape, values: .float16(values.map(Float16.init)))
        case .whole(let scale, let zero, let low, let high):
            let whole = values.map { min(max(($0 / scale + zero).rounded(), low), high) }
            return GraphTensor(
                shape: shape, values: low < 0 ? .int8(whole.map { Int8($0) }) : .uint8(whole.map { UInt8($0) }))
        }
    }

    /// Why an input takes no picture.
    struct Unfit: Error {
        let reason: String

        init(_ reason: String) {
            self.reason = reason
        }
    }
}

extension GraphPixels.Layout {
    /// A size that a damaged graph made up could ask for any amount of memory.
    private var sides: ClosedRange<Int> { 1...4_096 }

    /// The size of the picture in a shape that is laid out like this.
    fileprivate func size(in shape: [Int?]?) -> PixelSize? {
        guard let shape, shape.count == 4, shape[0] == 1 || shape[0] == nil else { return nil }
        let (height, width, colours) =
            self == .nhwc ? (shape[1], shape[2], shape[3]) : (shape[2], shape[3], shape[1])
        guard colours == 3, let height, let width, sides.contains(width), sides.contains(height) else { return nil }
        return PixelSize(width: width, height: height)
    }
}
