import EvokeCResampling
import EvokePorts
import EvokeValues

/// Scales an RGB picture that arrives row by row, keeping only the rows that one row of the result needs.
struct Resampler {
    /// The result, row by row.
    private(set) var pixels: [UInt8]

    private let columns: Taps
    private let rows: Taps
    private let downFirst: Bool
    private let rowBytes: Int
    /// A ring buffer of the latest rows.
    private var window: [UInt8]
    private let windowRows: Int
    private let windowRowBytes: Int
    private var seen = 0
    private var done = 0

    /// - Parameter downFirst: as `Geometry.scalesDownFirst`.
    init(columns: Taps, rows: Taps, downFirst: Bool) {
        self.columns = columns
        self.rows = rows
        self.downFirst = downFirst
        rowBytes = 3 * columns.starts.count
        windowRows = rows.longest
        windowRowBytes = downFirst ? 3 * columns.needed.count : rowBytes
        window = [UInt8](repeating: 0, count: windowRows * windowRowBytes)
        pixels = [UInt8](repeating: 0, count: rowBytes * rows.starts.count)
    }

    /// Takes the next needed row, beginning at the first needed column.
    mutating func add(_ row: UnsafePointer<UInt8>) {
        window.withUnsafeMutableBufferPointer { window in
            let place = window.baseAddress! + seen % windowRows * windowRowBytes
            if downFirst {
                place.update(from: row, count: windowRowBytes)
            } else {
                columns.withTaps { evoke_resample_across(row, $0, place) }
            }
        }
        seen += 1
        while done < rows.starts.count && rows.starts[done] + rows.counts[done] <= seen { finishRow() }
    }

    private mutating func finishRow() {
        let start = Int(rows.starts[done])
        let count = Int(rows.counts[done])
        window.withUnsafeBufferPointer { window in
            let inputs: [UnsafePointer<UInt8>?] = (start..<(start + count)).map {
                window.baseAddress! + $0 % windowRows * windowRowBytes
            }
            rows.weights.withUnsafeBufferPointer { weights in
                let weights = weights.baseAddress! + done * rows.room
                pixels.withUnsafeMutableBufferPointer { pixels in
                    let out = pixels.baseAddress! + done * rowBytes
                    guard downFirst else { return evoke_resample_down(inputs, weights, count, rowBytes, out) }
                    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: windowRowBytes) { scaled in
                        evoke_resample_down(inputs, weights, count, windowRowBytes, scaled.baseAddress!)
                        columns.withTaps { evoke_resample_across(scaled.baseAddress!, $0, out) }
                    }
                }
            }
        }
        done += 1
    }
}

/// For one side of a photo that is scaled: the input pixels of each output pixel, and their weights.
///
/// The weights equal Pillow's, bit for bit, because the authors of models prepared their photos with it.
struct Taps {
    /// The range of input pixels that are used; `starts` is relative to it.
    let needed: Range<Int>
    let starts: [Int32]
    let counts: [Int32]
    let weights: [Int32]
    /// The distance between the weights of two output pixels.
    let room: Int

    /// The largest number of input pixels of an output pixel.
    var longest: Int { Int(counts.max() ?? 0) }

    /// - Parameters:
    ///   - length: the number of input pixels.
    ///   - span: the exact length, before the decoder rounded it up when it scaled the photo down.
    ///   - cut: the wanted part of the `scaled` pixels.
    ///   - mirrored: whether the input is read from its end; outputs come in the order in which they are read.
    init(
        length: Int, span: Double, scaled: Int, cut: Range<Int>, kernel: ImageInput.Kernel, mirrored: Bool
    ) {
        let scale = span / Double(scaled)
        let stretch = max(scale, 1)
        let support = kernel.support * stretch
        room = Int(nearest: support.rounded(.up)) * 2 + 1

        var starts: [Int] = []
        var counts: [Int32] = []
        var weights = [Int32](repeating: 0, count: room * cut.count)
        var exact = [Double](repeating: 0, count: room)
        for (place, output) in (mirrored ? Array(cut.reversed()) : Array(cut)).enumerated() {
            let center = (Double(output) + 0.5) * scale
            // Cannot fail: no side of a picture, or of its scaled size, comes near 2^40.
            let first = max(0, Int(center - support + 0.5))
            // Cannot fail: the same.
            let end = min(length, Int(center + support + 0.5))
            var sum = 0.0
            for pixel in first..<end {
                let weight = kernel.weight((Double(pixel) - center + 0.5) * (1 / stretch))
                exact[pixel - first] = weight
                sum += weight
            }
            for tap in 0..<(end - first) {
                let weight = exact[tap] / sum * Double(1 << EVOKE_WEIGHT_BITS)
                let from = mirrored ? end - first - 1 - tap : tap
                // Cannot fail: the weights are shares of a sum of at least one weight.
                weights[place * room + from] = Int32(weight + (weight < 0 ? -0.5 : 0.5))
            }
            starts.append(mirrored ? length - end : first)
            counts.append(Int32(end - first))
        }
        let first = starts[0]
        needed = first..<(starts[starts.count - 1] + Int(counts[counts.count - 1]))
        self.starts = starts.map { Int32($0 - first) }
        self.counts = counts
        self.weights = weights
    }

    func withTaps<Result>(_ body: (EvokeTaps) -> Result) -> Result {
        starts.withUnsafeBufferPointer { starts in
            counts.withUnsafeBufferPointer { counts in
                weights.withUnsafeBufferPointer { weights in
                    body(
                        EvokeTaps(
                            starts: starts.baseAddress, counts: counts.baseAddress, weights: weights.baseAddress,
                            room: room, outputs: starts.count))
                }
            }
        }
    }
}

extension ImageInput.Kernel {
    fileprivate var support: Double {
        switch self {
        case .bilinear: 1
        case .bicubic: 2
        }
    }

    fileprivate func weight(_ distance: Double) -> Double {
        let x = abs(distance)
        switch self {
        case .bilinear:
            return x < 1 ? 1 - x : 0
        case .bicubic:
            let a = -0.5
            if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
            return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
        }
    }
}

/// A scaled part of a picture, as RGB bytes in the orientation of the file. Several are made in one pass over the
/// picture.
struct ScaledPart {
    /// Columns are scaled before rows only if that needs no more memory than this, which is true of all but extreme
    /// proportions.
    private static let largestWindow = 200_000_000

    /// The part of the picture that it depends on.
    private let columns: Range<Int>
    private let rows: Range<Int>
    private var resampler: Resampler

    var pixels: [UInt8] { resampler.pixels }

    /// - Parameter original: the size of the upright photo, before its decoder scaled it down to `stored`.
    init(
        _ geometry: Geometry, of original: PixelSize, _ shrink: Int, as stored: PixelSize, _ orientation: Orientation,
        _ kernel: ImageInput.Kernel
    ) {
        let there = orientation.display(stored)
        let across = Taps(
            length: there.width, span: Double(original.width) / Double(shrink), scaled: geometry.scaled.width,
            cut: geometry.columns, kernel: kernel, mirrored: orientation.mirrorsAcross)
        let down = Taps(
            length: there.height, span: Double(original.height) / Double(shrink), scaled: geometry.scaled.height,
            cut: geometry.rows, kernel: kernel, mirrored: orientation.mirrorsDown)
        let (columns, rows) = orientation.swapsSides ? (down, across) : (across, down)
        let downFirst =
            orientation.swapsSides != geometry.scalesDownFirst
            && rows.longest * columns.needed.count * 3 <= Self.largestWindow
        resampler = Resampler(columns: columns, rows: rows, downFirst: downFirst)
        self.columns = columns.needed
        self.rows = rows.needed
    }

    /// Reads the picture once, from the top down; false if that fails. Missing rows (not in `there`) become gray.
    static func fill(_ views: inout [ScaledPart], from source: VipsPicture, there: Range<Int>) -> Bool {
        let columns = union(views.map(\.columns))
        let rows = union(views.map(\.rows))
        let gray = [UInt8](repeating: 128, count: there.contains(rows) ? 0 : 3 * columns.count)
        var opaque = [UInt8](repeating: 0, count: source.bands == 4 ? 3 * columns.count : 0)
        for number in rows.clamped(to: 0..<there.lowerBound) {
            for place in views.indices { views[place].take(gray, number, from: columns.lowerBound) }
        }
        let present = rows.clamped(to: there)
        var number = present.lowerBound
        let isRead = source.forEachRow(in: present, columns: columns) { row in
            if source.bands == 4 {
                evoke_put_on_white(row, columns.count, &opaque)
                for place in views.indices { views[place].take(opaque, number, from: columns.lowerBound) }
            } else {
                for place in views.indices { views[place].take(row, number, from: columns.lowerBound) }
            }
            number += 1
        }
        for number in rows.clamped(to: there.upperBound..<Int.max) {
            for place in views.indices { views[place].take(gray, number, from: columns.lowerBound) }
        }
        return isRead
    }

    /// Whether at least a third of its rows are present.
    func shows(enoughOf there: Range<Int>) -> Bool { 3 * rows.clamped(to: there).count >= rows.count }

    private mutating func take(_ row: UnsafePointer<UInt8>, _ number: Int, from firstColumn: Int) {
        if rows.contains(number) { resampler.add(row + 3 * (columns.lowerBound - firstColumn)) }
    }

    private static func union(_ ranges: [Range<Int>]) -> Range<Int> {
        (ranges.map(\.lowerBound).min() ?? 0)..<(ranges.map(\.upperBound).max() ?? 0)
    }
}
