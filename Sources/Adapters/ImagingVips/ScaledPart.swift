import EvokeCResampling
import EvokeValues

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

    /// - Parameters:
    ///   - original: the size of the upright photo, before its decoder scaled it down to `stored`.
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
        let grey = [UInt8](repeating: 128, count: there.contains(rows) ? 0 : 3 * columns.count)
        var opaque = [UInt8](repeating: 0, count: source.bands == 4 ? 3 * columns.count : 0)
        for number in rows.clamped(to: 0..<there.lowerBound) {
            for place in views.indices { views[place].take(grey, number, from: columns.lowerBound) }
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
            for place in views.indices { views[place].take(grey, number, from: columns.lowerBound) }
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
