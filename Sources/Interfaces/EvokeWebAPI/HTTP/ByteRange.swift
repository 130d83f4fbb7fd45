/// The part of a file that is requested.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int64>)
    /// It is outside the file.
    case unsatisfiable

    /// An unknown unit and several ranges at once mean the whole file, as the standard says.
    init(_ header: String?, count: Int64) {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else {
            self = .whole
            return
        }
        switch (first, last) {
        case (nil, nil): self = .whole
        case (nil, let length?): self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
        case (let first?, let last):
            if let last, last < first {
                self = .whole
            } else {
                self = first < count ? .part(first..<min(last ?? .max, count - 1) + 1) : .unsatisfiable
            }
        }
    }

    /// The inner nil means empty, the outer one not a number. A number too large for `Int64` is large enough.
    private static func number(_ text: Substring) -> Int64?? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return .none }
        return .some(text.isEmpty ? nil : Int64(text) ?? .max - 1)
    }
}
