import EvokeValues

/// A list of texts for each photo, as indexes of a `NameList`.
struct ListColumn {
    /// The column is rebuilt once more than one photo in this many has a list that was set out of order.
    private static let photosToOneLate = 8

    /// Each list ends with `NameList.none`.
    private var numbers = NumberColumn(count: 0)
    private var starts: Starts
    /// Where lists begin that were set out of order.
    private var late: [Int: Int] = [:]

    init(photos: Int) { starts = Starts(photos: photos) }

    mutating func grow(to photos: Int) { starts.grow(to: photos) }

    mutating func trim() { numbers.trim() }

    mutating func set(_ list: [Int32], of photo: Int) {
        let list = list.filter { $0 != NameList.none }
        guard list != self.list(of: photo) else { return }
        if starts.takes(photo) {
            starts.add(numbers.count, of: photo)
        } else {
            late[photo] = numbers.count
        }
        for number in list { numbers.append(Int(number)) }
        numbers.append(Int(NameList.none))
        if late.count > starts.photos / Self.photosToOneLate { self = inOrder }
    }

    private var inOrder: ListColumn {
        var column = ListColumn(photos: starts.photos)
        for photo in 0..<starts.photos { column.set(list(of: photo), of: photo) }
        column.trim()
        return column
    }

    func list(of photo: Int) -> [Int32] {
        guard let start = start(of: photo) else { return [] }
        return numbers.withNumbers { numbers in
            var (list, place) = ([Int32](), start)
            while numbers[place] != NameList.none {
                // Cannot fail: it was an `Int32` before.
                list.append(Int32(numbers[place]))
                place += 1
            }
            return list
        }
    }

    @inline(__always)
    private func start(of photo: Int) -> Int? {
        if !late.isEmpty, let start = late[photo] { return start }
        return starts[photo]
    }

    /// Counts each photo once.
    private struct Tally {
        private(set) var count: Int32 = 0
        private var last: Int32 = -1

        mutating func count(_ photo: Int32) {
            guard last != photo else { return }
            (count, last) = (count + 1, photo)
        }
    }

    /// How many of the photos have each text, and how many have any text alike to it, under the first of those.
    func counts(among photos: PhotoSet, _ alike: [Int32]) -> (own: [Int], alike: [Int]) {
        // The second half counts texts that are alike.
        var tallies = [Tally](repeating: Tally(), count: 2 * alike.count)
        tallies.withUnsafeMutableBufferPointer { tallies in
            numbers.withNumbers { numbers in
                alike.withUnsafeBufferPointer { alike in
                    photos.eachNumber { photo in
                        guard var place = start(of: photo) else { return }
                        while case let number = numbers[place], number != NameList.none {
                            tallies[number].count(Int32(photo))
                            tallies[alike.count + Int(alike[number])].count(Int32(photo))
                            place += 1
                        }
                    }
                }
            }
        }
        let counts = tallies.map { Int($0.count) }
        return (Array(counts[..<alike.count]), Array(counts[alike.count...]))
    }

    /// The photos whose list has one of those texts.
    func photos(with which: [Bool]) -> PhotoSet {
        guard which.contains(true) else { return PhotoSet() }
        return numbers.withNumbers { numbers in
            PhotoSet(count: starts.photos) { photo in
                guard var place = start(of: photo) else { return false }
                while case let number = numbers[place], number != NameList.none {
                    if which[number] { return true }
                    place += 1
                }
                return false
            }
        }
    }
}

/// A non-negative integer for each photo, in as few bytes as the largest needs: one, two or four.
struct NumberColumn {
    private var bytes: [UInt8]
    private var size = 1

    init(count: Int) { bytes = Array(repeating: 0, count: count) }

    var count: Int { bytes.count / size }

    subscript(place: Int) -> Int {
        get { withNumbers { $0[place] } }
        set {
            widen(for: newValue)
            let size = size
            bytes.withUnsafeMutableBytes { Self.store(newValue, at: place, in: $0, size) }
        }
    }

    /// Fills up with zeros.
    mutating func grow(to count: Int) {
        bytes += repeatElement(0, count: max(0, count - self.count) * size)
    }

    mutating func append(_ number: Int) {
        widen(for: number)
        // Cannot fail: only the lowest bytes are kept.
        for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    /// Frees unused capacity.
    mutating func trim() { bytes.trim() }

    private mutating func widen(for number: Int) {
        let needed = number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : 4
        guard needed > size else { return }
        let count = count
        let wider = [UInt8](unsafeUninitializedCapacity: count * needed) { wider, filled in
            withNumbers { numbers in
                for place in 0..<count {
                    Self.store(numbers[place], at: place, in: UnsafeMutableRawBufferPointer(wider), needed)
                }
            }
            filled = count * needed
        }
        (bytes, size) = (wider, needed)
    }

    private static func store(_ number: Int, at place: Int, in bytes: UnsafeMutableRawBufferPointer, _ size: Int) {
        switch size {
        case 1: bytes[place] = UInt8(number)
        case 2: bytes.storeBytes(of: UInt16(number).littleEndian, toByteOffset: 2 * place, as: UInt16.self)
        default:
            bytes.storeBytes(of: UInt32(clamping: number).littleEndian, toByteOffset: 4 * place, as: UInt32.self)
        }
    }

    /// Read access to the numbers, with loops specialized for each size.
    struct Numbers {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let size: Int

        @inline(__always)
        subscript(place: Int) -> Int {
            switch size {
            case 1: Int(bytes[place])
            case 2: Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self)))
            default: Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * place, as: UInt32.self)))
            }
        }
    }

    @inline(__always)
    func withNumbers<Result>(_ body: (Numbers) -> Result) -> Result {
        bytes.withUnsafeBytes { body(Numbers(bytes: $0, size: size)) }
    }
}

extension Array {
    /// Frees unused capacity.
    mutating func trim() {
        guard capacity > count else { return }
        self = Array(unsafeUninitializedCapacity: count) { kept, filled in
            filled = kept.initialize(fromContentsOf: self)
        }
    }
}

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
