import EvokeModels
public import EvokePorts
import EvokeValues

/// The pixel format of a graph's input, where the graph does not define it.
public struct GraphPixels: Sendable, Hashable {
    /// The order of a picture's numbers.
    public enum Layout: String, Sendable, CaseIterable {
        /// Three numbers per pixel, pixel after pixel.
        case nhwc
        /// Three planes, one per color.
        case nchw
    }

    /// The numbers for black and white.
    public enum Range: Sendable, Hashable {
        /// The full range of integers if the graph takes integers, otherwise 0 to 1.
        case standard
        /// Black is 0, white is 1.
        case zeroToOne
        /// Black is -1, white is 1.
        case minusOneToOne
        /// Black is 0, white is 255.
        case zeroTo255
        /// On the scale 0 to 1: a value v becomes (v − mean) / std.
        case normalized(mean: [Float], std: [Float])
    }

    /// The order of a pixel's colors.
    public enum Channels: String, Sendable {
        /// Red, green, blue.
        case rgb
        /// Blue, green, red.
        case bgr
    }

    package let range: Range
    /// Nil: derived from which dimension of the input has size three.
    package let layout: Layout?
    /// Red first by default.
    package let channels: Channels
    /// Nil: the shorter side is scaled to the input's longer one, and the middle is cropped.
    package let fit: ImageInput.Fit?
    package let kernel: ImageInput.Kernel

    /// The defaults suit most graphs. Checked when a graph is opened.
    public init(
        range: Range = .standard, layout: Layout? = nil, channels: Channels = .rgb, fit: ImageInput.Fit? = nil,
        kernel: ImageInput.Kernel = .bilinear
    ) {
        (self.range, self.layout, self.channels, self.fit, self.kernel) = (range, layout, channels, fit, kernel)
    }
}

extension GraphPixels {
    /// Checks that mean and std have one or three usable numbers.
    func check() throws(EvokeError) {
        guard case .normalized(let mean, let std) = range else { return }
        let areNumbers = mean.allSatisfy(\.isFinite) && std.allSatisfy { $0.isFinite && $0 != 0 }
        guard areNumbers, [1, 3].contains(mean.count), [1, 3].contains(std.count) else {
            throw EvokeError(
                .wrongUsage, doing: "scale the pixels", subject: "",
                reason: "the mean is \(mean) and the std \(std)",
                remedy: "Give one number for all colors or one for each, and no std of 0.")
        }
    }
}

/// A graph's picture input, and how to fill it.
struct PictureInput: Sendable {
    let port: GraphPort
    let image: ImageInput
    private let layout: GraphPixels.Layout
    private let channels: GraphPixels.Channels
    private let numbers: Numbers

    private enum Numbers {
        case float32, float16
        /// After division and addition.
        case uint8(scale: Float, zero: Float)
        case int8(scale: Float, zero: Float)
        case int16(scale: Float, zero: Float)
    }

    /// Throws the reason if the input cannot take a picture.
    init(_ port: GraphPort, _ pixels: GraphPixels) throws(Unfit) {
        self.port = port
        let layouts = GraphPixels.Layout.allCases.filter { $0.size(in: port.shape) != nil }
        guard !layouts.isEmpty else {
            throw Unfit(
                "its input '\(port.name)' is \(port.form), which is not a picture of three colors and a size of at most 4096"
            )
        }
        if let layout = pixels.layout {
            guard layouts.contains(layout) else {
                throw Unfit("its input '\(port.name)' is \(port.form), which is not laid out as \(layout.rawValue)")
            }
        } else if layouts.count > 1 {
            throw Unfit("its input '\(port.name)' is \(port.form), whose layout is ambiguous", .chooseOption(.layout))
        }
        layout = pixels.layout ?? layouts[0]
        channels = pixels.channels
        guard let size = layout.size(in: port.shape) else { throw Unfit("its input has no size") }

        let (mean, std): ([Float], [Float])
        switch pixels.range {
        case .standard where port.type == .uint8 || port.type == .int8, .zeroTo255: (mean, std) = ([0], [1 / 255])
        case .standard, .zeroToOne: (mean, std) = ([0], [1])
        case .minusOneToOne: (mean, std) = ([0.5], [0.5])
        case .normalized(let own, let spread): (mean, std) = (own, spread)
        }
        func three(_ values: [Float]) -> [Float] { values.count == 3 ? values : Array(repeating: values[0], count: 3) }
        if case .shortest(let side) = pixels.fit, side < max(size.width, size.height) {
            throw Unfit("its input '\(port.name)' is \(port.form), which cannot be cut out of \(side) pixels")
        }
        image = ImageInput(
            size: size, fit: pixels.fit ?? .shortest(max(size.width, size.height)), kernel: pixels.kernel,
            mean: three(mean), std: three(std))
        numbers = try Self.numbers(port, pixels.range)
    }

    private static func numbers(_ port: GraphPort, _ range: GraphPixels.Range) throws(Unfit) -> Numbers {
        let own = port.quantization.map { (scale: $0.scale, zero: Float($0.zeroPoint)) }
        switch port.type {
        case .float32: return .float32
        case .float16: return .float16
        // The numbers that the graph was trained on, unless the caller says otherwise.
        case .uint8 where range == .standard: return .uint8(scale: 1, zero: 0)
        case .int8 where range == .standard: return .int8(scale: 1, zero: -128)
        case .uint8:
            if let own { return .uint8(scale: own.scale, zero: own.zero) }
            if range == .zeroTo255 { return .uint8(scale: 1, zero: 0) }
        case .int8:
            if let own { return .int8(scale: own.scale, zero: own.zero) }
        case .int16:
            if let own { return .int16(scale: own.scale, zero: own.zero) }
            if range == .zeroTo255 { return .int16(scale: 1, zero: 0) }
        default: throw Unfit("its input '\(port.name)' is \(port.form), which cannot hold a picture")
        }
        throw Unfit("its input '\(port.name)' is \(port.form), which cannot hold that range")
    }

    /// - Parameter planes: red, green and blue, as `image` asked for.
    func tensor(of planes: [Float]) -> GraphTensor {
        let count = planes.count / 3
        let order = channels == .rgb ? [0, 1, 2] : [2, 1, 0]
        let values = [Float](unsafeUninitializedCapacity: planes.count) { buffer, filled in
            for (place, color) in order.enumerated() {
                for pixel in 0..<count {
                    let target = layout == .nhwc ? 3 * pixel + place : place * count + pixel
                    buffer[target] = planes[color * count + pixel]
                }
            }
            filled = planes.count
        }
        let (width, height) = (image.size.width, image.size.height)
        let shape = layout == .nhwc ? [1, height, width, 3] : [1, 3, height, width]
        switch numbers {
        case .float32: return GraphTensor(shape: shape, values: .float32(values))
        case .float16: return GraphTensor(shape: shape, values: .float16(values.map(Float16.init)))
        case .uint8(let scale, let zero):
            return GraphTensor(shape: shape, values: .uint8(Self.whole(values, scale, zero)))
        case .int8(let scale, let zero):
            return GraphTensor(shape: shape, values: .int8(Self.whole(values, scale, zero)))
        case .int16(let scale, let zero):
            return GraphTensor(shape: shape, values: .int16(Self.whole(values, scale, zero)))
        }
    }

    private static func whole<Number: FixedWidthInteger>(_ values: [Float], _ scale: Float, _ zero: Float) -> [Number] {
        let (low, high) = (Float(Number.min), Float(Number.max))
        return values.map { Number(min(max(($0 / scale + zero).rounded(), low), high)) }
    }

    struct Unfit: Error {
        let reason: String
        let remedy: Remedy

        init(_ reason: String, _ remedy: Remedy = .inspectModel) {
            (self.reason, self.remedy) = (reason, remedy)
        }
    }
}

extension GraphPixels.Layout {
    /// Limits the memory that a damaged graph could ask for.
    private var sides: ClosedRange<Int> { 1...4_096 }

    /// The size of the picture in a shape with this layout.
    fileprivate func size(in shape: [Int?]?) -> PixelSize? {
        guard let shape, shape.count == 4, shape[0] == 1 || shape[0] == nil else { return nil }
        let (height, width, colors) =
            self == .nhwc ? (shape[1], shape[2], shape[3]) : (shape[2], shape[3], shape[1])
        guard colors == 3, let height, let width, sides.contains(width), sides.contains(height) else { return nil }
        return PixelSize(width: width, height: height)
    }
}
