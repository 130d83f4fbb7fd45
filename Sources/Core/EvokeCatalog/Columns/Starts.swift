/// Where what is kept of each photo begins in an array that has that of one photo after the other's, in the order of their
/// numbers. Of most photos it is kept how far that is from the first of 64.
struct Starts {
    private static let together = 64

    /// Where that of the first of each 64 begins, or of the next that has any.
    private var bases: [Int] = []
    /// One more than how far it is from there; 0 for a photo of which nothing is kept.
    private var offsets: NumberColumn
    private var last = -1

    init(photos: Int) { offsets = NumberColumn(count: photos) }

    var photos: Int { offsets.count }

    mutating func grow(to photos: Int) { offsets.grow(to: photos) }

    subscript(photo: Int) -> Int? {
        let offset = offsets[photo]
        return offset == 0 ? nil : bases[photo / Self.together] + offset - 1
    }

    /// Whether the photo comes after all that were added.
    func takes(_ photo: Int) -> Bool { photo > last }

    mutating func add(_ start: Int, of photo: Int) {
        let place = photo / Self.together
        while bases.count <= place { bases.append(start) }
        offsets[photo] = start - bases[place] + 1
        last = photo
    }

    /// - Parameters:
    ///   - first: the photo before which it stands at first.
    ///   - end: how long the array is.
    @inline(__always)
    func withWalk<Result>(from first: Int = 0, to end: Int, _ body: (inout Walk) -> Result) -> Result {
        bases.withUnsafeBufferPointer { bases in
            offsets.withNumbers { offsets in
                var walk = Walk(bases: bases, offsets: offsets, photos: photos, from: first, end: end)
                return body(&walk)
            }
        }
    }

    /// From one photo of which something is kept to the next.
    struct Walk {
        private let bases: UnsafeBufferPointer<Int>
        private let offsets: NumberColumn.Numbers
        private let photos, end: Int
        private(set) var photo = -1
        private(set) var start = 0
        private var nextPhoto = -1
        /// Where that of the next photo begins.
        private(set) var next = 0

        fileprivate init(
            bases: UnsafeBufferPointer<Int>, offsets: NumberColumn.Numbers, photos: Int, from first: Int, end: Int
        ) {
            (self.bases, self.offsets, self.end) = (bases, offsets, end)
            self.photos = min(photos, bases.count * Starts.together)
            lookAhead(from: first)
        }

        /// False behind the last.
        @inline(__always)
        mutating func step() -> Bool {
            guard nextPhoto < photos else { return false }
            (photo, start) = (nextPhoto, next)
            lookAhead(from: nextPhoto + 1)
            return true
        }

        /// To the photo in whose part of the array that place is; none before the one where it stands.
        @inline(__always)
        mutating func move(to place: Int) {
            guard next <= place else { return }
            var block = nextPhoto / Starts.together
            if isBehind(block, place) {
                while isBehind(block, place) { block += 1 }
                lookAhead(from: block * Starts.together)
            }
            while next <= place, step() {}
        }

        @inline(__always)
        private func isBehind(_ block: Int, _ place: Int) -> Bool {
            block + 1 < bases.count && bases[block + 1] <= place
        }

        @inline(__always)
        private mutating func lookAhead(from first: Int) {
            nextPhoto = first
            while nextPhoto < photos {
                let block = nextPhoto / Starts.together
                let offset = offsets[nextPhoto]
                if offset != 0 {
                    next = bases[block] + offset - 1
                    return
                }
                let isEmpty = block + 1 < bases.count && bases[block] == bases[block + 1]
                nextPhoto = isEmpty ? (block + 1) * Starts.together : nextPhoto + 1
            }
            next = end
        }
    }
}
