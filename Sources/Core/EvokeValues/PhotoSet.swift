/// Many photos of one library: a bit for each number.
package struct PhotoSet: Sendable, Hashable {
    private var words: [UInt64] = []

    package init(_ photos: some Sequence<PhotoID> = []) {
        for photo in photos { insert(photo) }
    }

    /// Numbers begin at 0; there are no others in a library, and none is taken.
    package mutating func insert(_ photo: PhotoID) {
        guard photo.value >= 0 else { return }
        let place = Int(photo.value / 64)
        while words.count <= place { words.append(0) }
        words[place] |= 1 << UInt64(photo.value % 64)
    }

    package func contains(_ photo: PhotoID) -> Bool {
        word(at: photo.value >> 6) >> UInt64(photo.value & 63) & 1 == 1
    }

    /// The photos from number 64 times `place` on, the first as the lowest bit.
    package func word(at place: Int64) -> UInt64 {
        place >= 0 && place < words.count ? words[Int(place)] : 0
    }
}
