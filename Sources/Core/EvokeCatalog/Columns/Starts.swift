/// Where each photo's entries begin in an array that holds the entries of all photos in order of their numbers. Stores
/// one base per 64 photos, and for each photo the offset from it.
struct Starts {
    private static let together = 64

    /// Where the entries of the first of each 64 photos begin, or of the next photo that has any.
    private var bases: [Int] = []
    /// One more than the offset from the base; 0 for a photo without entries.
    private var offsets: NumberColumn
    private var last = -1

    init(photos: Int) { offsets = NumberColumn(count: photos) }

    var photos: Int { offsets.count }

    mutating func grow(to photos: Int) { offsets.grow(to: photos) }

    subscript(photo: Int) -> Int? {
        let offset = offsets[photo]
        return offset == 0 ? nil : bases[photo / Self.together] + offset - 1
    }

    /// Whether the photo comes after all those added.
    func takes(_ photo: Int) -> Bool { photo > last }

    mutating func add(_ start: Int, of photo: Int) {
        let place = photo / Self.together
        while bases.count <= place { bases.append(start) }
        offsets[photo] = start - bases[place] + 1
        last = photo
    }

    /// - Parameters:
    ///   - first: the walk starts before this photo.
    ///   - end: the length of the array.
    @inline(__always)
    func withWalk<Result>(from first: Int = 0, to end: Int, _ body: (inout Walk) -> Result) -> Result {
        bases.withUnsafeBufferPointer { bases in
            offsets.withNumbers { offsets in
                var walk = Walk(bases: bases, offsets: offsets, photos: photos, from: first, end: end)
                return body(&walk)
            }
        }
    }

    /// Steps through the photos that have entries.
    struct Walk {
        private let bases: UnsafeBufferPointer<Int>
        private let offsets: NumberColumn.Numbers
        private let photos, end: Int
        private(set) var photo = -1
        private(set) var start = 0
        private var nextPhoto = -1
        /// Where the next photo's entries begin.
        private(set) var next = 0

        fileprivate init(
            bases: UnsafeBufferPointer<Int>, offsets: NumberColumn.Numbers, photos: Int, from first: Int, end: Int
        ) {
            (self.bases, self.offsets, self.end) = (bases, offsets, end)
            self.photos = min(photos, bases.count * Starts.together)
            lookAhead(from: first)
        }

        /// False after the last photo.
        @inline(__always)
        mutating func step() -> Bool {
            guard nextPhoto < photos else { return false }
            (photo, start) = (nextPhoto, next)
            lookAhead(from: nextPhoto + 1)
            return true
        }

        /// Moves to the photo whose entries include that index; never backwards.
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
