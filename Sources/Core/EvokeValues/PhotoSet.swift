/// A set of photos in one library: a bit for each number.
public struct PhotoSet: Sendable, Hashable {
    /// Without trailing zeros, so that equal sets have equal words.
    private var words: [UInt64] = []

    /// The set of those photos.
    public init(_ photos: some Sequence<PhotoID> = []) {
        for photo in photos { insert(photo) }
    }

    /// Bit b of word w stands for photo 64 w + b.
    package init(words: [UInt64]) {
        self.words = words
        dropEmptyWords()
    }

    /// How many there are.
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether there are none.
    public var isEmpty: Bool { words.isEmpty }

    /// Numbers begin at 0; negative ones are ignored.
    public mutating func insert(_ photo: PhotoID) {
        guard photo.value >= 0 else { return }
        let place = Int(photo.value / 64)
        if words.count <= place { words += repeatElement(0, count: place + 1 - words.count) }
        words[place] |= 1 << UInt64(photo.value % 64)
    }

    /// Does nothing if the photo is not in the set.
    public mutating func remove(_ photo: PhotoID) {
        guard contains(photo) else { return }
        words[Int(photo.value / 64)] &= ~(1 << UInt64(photo.value % 64))
        dropEmptyWords()
    }

    /// Whether it is one of them.
    public func contains(_ photo: PhotoID) -> Bool {
        word(at: photo.value >> 6) >> UInt64(photo.value & 63) & 1 == 1
    }

    /// The photos in both.
    public func intersection(_ other: PhotoSet) -> PhotoSet {
        PhotoSet(words: zip(words, other.words).map { $0 & $1 })
    }

    /// The photos in either.
    public func union(_ other: PhotoSet) -> PhotoSet {
        let isLonger = words.count >= other.words.count
        var all = isLonger ? self : other
        let less = isLonger ? other : self
        for place in less.words.indices { all.words[place] |= less.words[place] }
        return all
    }

    /// The photos that are not in the other.
    public func subtracting(_ other: PhotoSet) -> PhotoSet {
        var rest = words
        for place in 0..<min(rest.count, other.words.count) { rest[place] &= ~other.words[place] }
        return PhotoSet(words: rest)
    }

    /// All of them, by ascending number.
    public var ids: [PhotoID] {
        var ids: [PhotoID] = []
        ids.reserveCapacity(count)
        for (place, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                ids.append(PhotoID(Int64(64 * place + rest.trailingZeroBitCount)))
                rest &= rest - 1
            }
        }
        return ids
    }

    /// Word `place`, for the photos from number 64 times `place` on.
    package func word(at place: Int64) -> UInt64 {
        place >= 0 && place < words.count ? words[Int(place)] : 0
    }

    /// As many as its photos need.
    package var wordCount: Int { words.count }

    private mutating func dropEmptyWords() {
        while words.last == 0 { words.removeLast() }
    }
}

extension PhotoSet: Codable {
    public init(from decoder: any Decoder) throws { try self.init(words: [UInt64](from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try words.encode(to: encoder) }
}

/// A photo's number in its library; it survives re-indexing.
public struct PhotoID: Hashable, Sendable, Comparable {
    /// Starts at 0, as in a server's addresses: `/photo/12`.
    public let value: Int64

    /// For catalogs, and for numbers stored elsewhere; such a photo need not exist.
    public init(_ value: Int64) {
        self.value = value
    }

    public static func < (left: PhotoID, right: PhotoID) -> Bool { left.value < right.value }
}

/// A person's number, unique in the library.
public struct PersonID: Hashable, Sendable, Comparable {
    /// At least 1.
    public let value: Int64

    /// For catalogs.
    public init(_ value: Int64) { self.value = value }

    /// For somebody named whom Evoke has not seen before. People found by Evoke are counted from 1 and never get this
    /// high; JSON can represent these numbers.
    package static func new() -> PersonID { PersonID(Int64.random(in: firstUncounted..<1 << 53)) }

    /// Numbers from here on are random, not counted.
    package static let firstUncounted: Int64 = 1 << 40

    /// A query's name for somebody without a name: `#11`. Otherwise nil.
    package init?(numbered text: String) {
        guard text.first == "#", text.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int64(text.dropFirst())
        else { return nil }
        self.init(value)
    }

    /// By number.
    public static func < (left: PersonID, right: PersonID) -> Bool { left.value < right.value }
}

extension PhotoID: Codable {
    public init(from decoder: any Decoder) throws { try self.init(Int64(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
