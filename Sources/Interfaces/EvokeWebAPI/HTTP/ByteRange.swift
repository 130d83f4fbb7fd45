/// Which part of a file is asked for.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int64>)
    /// It lies outside of the file.
    case unsatisfiable

    /// What is not understood asks for the whole, as the standard says, and so do several ranges at once.
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

    /// The inner nil is for nothing, the outer for what is no number. One that is too large for us is large enough.
    private static func number(_ text: Substring) -> Int64?? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return .none }
        return .some(text.isEmpty ? nil : Int64(text) ?? .max - 1)
    }
}
