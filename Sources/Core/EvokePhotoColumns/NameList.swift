import EvokeValues

/// Texts that many photos share, each kept once.
struct NameList {
    /// The number of no text.
    static let none = Int32(0)

    private var numbers: [String: Int32] = [:]
    private var firsts: [String: Int32] = ["": none]
    private var texts = [""]
    /// As `String.folded` has them, by their numbers.
    private(set) var folded = [""]
    /// For each number the first one whose folded text is the same.
    private(set) var alike = [none]

    var count: Int { texts.count }

    mutating func number(of text: String) -> Int32 {
        if let known = numbers[text] { return known }
        let (number, key) = (Int32(texts.count), text.folded)
        numbers[text] = number
        texts.append(text)
        folded.append(key)
        alike.append(firsts[key] ?? number)
        if firsts[key] == nil { firsts[key] = number }
        return number
    }

    /// - Parameters:
    ///   - own: how many photos have each text.
    ///   - alike: how many have one that is alike, for the first of them; nil where no photo has two.
    func values(_ own: [Int], alike counts: [Int]? = nil) -> [PhotoValue] {
        var (sums, spelling) = (counts ?? own, self.alike.map { Int($0) })
        for number in own.indices {
            let first = Int(alike[number])
            if counts == nil, number != first { sums[first] += own[number] }
            let best = spelling[first]
            if own[number] > own[best] || own[number] == own[best] && texts[number] < texts[best] {
                spelling[first] = number
            }
        }
        return own.indices.filter { alike[$0] == $0 && sums[$0] > 0 }.map {
            PhotoValue(texts[spelling[$0]], folded: folded[$0], count: sums[$0])
        }
    }

    /// For each number whether its text is one that is looked for.
    func which(_ isWanted: (String) -> Bool) -> [Bool] {
        [false] + folded.dropFirst().map(isWanted)
    }
}

/// Where photos were taken, each place kept once.
struct PlaceList {
    private var numbers = [PhotoPlace(): NameList.none]
    private(set) var places = [PhotoPlace()]
    /// The places in each city, subdivision and country.
    private var parts: [PlaceID: [Int32]] = [:]

    mutating func number(of place: PhotoPlace) -> Int32 {
        if let known = numbers[place] { return known }
        let number = Int32(places.count)
        numbers[place] = number
        for part in place.parts { parts[part, default: []].append(number) }
        places.append(place)
        return number
    }

    func numbers(in part: PlaceID) -> [Int32] { parts[part] ?? [] }
}

/// A list of texts for each photo.
struct ListColumn {
    private struct Span {
        var start: Int32 = 0
        var count: Int32 = 0
    }

    private var numbers: [Int32] = []
    private var spans: [Span]

    init(photos: Int) {
        spans = Array(repeating: Span(), count: photos)
    }

    mutating func grow(to photos: Int) {
        spans += repeatElement(Span(), count: max(0, photos - spans.count))
    }

    mutating func set(_ list: [Int32], of photo: Int) {
        guard !list.elementsEqual(numbers[range(of: photo)]) else { return }
        spans[photo] = Span(start: Int32(numbers.count), count: Int32(list.count))
        numbers += list
    }

    func list(of photo: Int) -> [Int32] { Array(numbers[range(of: photo)]) }

    private func range(of photo: Int) -> Range<Int> {
        let span = spans[photo]
        return Int(span.start)..<Int(span.start + span.count)
    }

    /// How often something was counted, once for each photo.
    private struct Tally {
        private(set) var count: Int32 = 0
        private var last: Int32 = -1

        mutating func count(_ photo: Int32) {
            guard last != photo else { return }
            (count, last) = (count + 1, photo)
        }
    }

    /// How many of the photos have each number, and how many have a number that is alike, for the first of them.
    func counts(among photos: PhotoSet, _ alike: [Int32]) -> (own: [Int], alike: [Int]) {
        // Those that are alike behind the others.
        var tallies = [Tally](repeating: Tally(), count: 2 * alike.count)
        tallies.withUnsafeMutableBufferPointer { tallies in
            numbers.withUnsafeBufferPointer { numbers in
                spans.withUnsafeBufferPointer { spans in
                    alike.withUnsafeBufferPointer { alike in
                        photos.eachNumber { photo in
                            let span = spans[photo]
                            for place in span.start..<span.start + span.count {
                                let number = Int(numbers[Int(place)])
                                tallies[number].count(Int32(photo))
                                tallies[alike.count + Int(alike[number])].count(Int32(photo))
                            }
                        }
                    }
                }
            }
        }
        let counts = tallies.map { Int($0.count) }
        return (Array(counts[..<alike.count]), Array(counts[alike.count...]))
    }

    /// The photos that have one of those in their list.
    func photos(with which: [Bool]) -> PhotoSet {
        numbers.withUnsafeBufferPointer { numbers in
            spans.withUnsafeBufferPointer { spans in
                PhotoSet(count: spans.count) { photo in
                    let span = spans[photo]
                    for place in span.start..<span.start + span.count where which[Int(numbers[Int(place)])] {
                        return true
                    }
                    return false
                }
            }
        }
    }
}

extension PhotoSet {
    /// Of the numbers below `count` those of which it is true.
    @inline(__always)
    init(count: Int, where isWanted: (Int) -> Bool) {
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for place in words.indices {
            var word: UInt64 = 0
            // Without a branch, which would be guessed wrong for every second photo of a filter that keeps half.
            for photo in 64 * place..<min(count, 64 * place + 64) {
                word |= (isWanted(photo) ? 1 : 0) << UInt64(photo & 63)
            }
            words[place] = word
        }
        self.init(words: words)
    }
}
