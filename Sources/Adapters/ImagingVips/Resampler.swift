import EvokeCResampling

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

    /// - Parameter downFirst: whether columns are scaled first. The order shows in the result, because it is rounded
    ///   to bytes in between.
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
