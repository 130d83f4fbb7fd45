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
