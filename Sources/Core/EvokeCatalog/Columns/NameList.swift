import EvokePorts
import EvokeValues

/// Texts shared by many photos, each stored once and referred to by index.
struct NameList {
    /// The index of no text.
    static let none = Int32(0)

    private var numbers: [String: Int32] = [:]
    private var firsts: [String: Int32] = ["": none]
    private var texts = [""]
    /// As `String.folded` gives them, by index.
    private(set) var folded = [""]
    /// For each index, the first one with the same folded text.
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
    ///   - alike: how many photos have any text alike to it, under the first of those; nil if no photo has two texts.
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

    /// For each index, whether its text is wanted.
    func which(_ isWanted: (String) -> Bool) -> [Bool] {
        [false] + folded.dropFirst().map(isWanted)
    }
}

/// Where photos were taken, each place stored once.
struct PlaceList {
    private var numbers = [PhotoPlace(): NameList.none]
    private(set) var places = [PhotoPlace()]
    /// The indexes of the places in each city, subdivision and country.
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

/// Time spans in which photos were taken, in seconds: only a few, each stored once.
struct LengthList {
    private var numbers: [Int32: Int] = [0: 0]
    private(set) var all: [Int32] = [0]

    mutating func number(of seconds: Int32) -> Int {
        if let known = numbers[seconds] { return known }
        numbers[seconds] = all.count
        all.append(seconds)
        return all.count - 1
    }
}

extension PhotoSet {
    /// The numbers below `count` for which it is true.
    @inline(__always)
    init(count: Int, where isWanted: (Int) -> Bool) {
        var words = [UInt64](repeating: 0, count: (count + 63) / 64)
        for place in words.indices {
            var word: UInt64 = 0
            // Without a branch, which would be mispredicted for every second photo if a filter keeps half.
            for photo in 64 * place..<min(count, 64 * place + 64) {
                word |= (isWanted(photo) ? 1 : 0) << UInt64(photo & 63)
            }
            words[place] = word
        }
        self.init(words: words)
    }
}

/// The library's folders, indexed by the numbers used in the columns.
struct FolderList {
    private var numbers: [Int64: Int32] = [:]
    /// Index 0 stands for no folder, so every photo has an index.
    private(set) var paths: [DiskPath?] = [nil]
    /// Other paths by which folders on another machine may be named.
    private(set) var otherPaths: [Int: [DiskPath]] = [:]
    /// Paths below the remembered folders, computed on demand.
    private var names: [Int: (text: String, folded: String)] = [:]

    /// A folder that has not been set yet has no path.
    mutating func number(of folder: Int64) -> Int32 {
        if let known = numbers[folder] { return known }
        numbers[folder] = Int32(paths.count)
        paths.append(nil)
        return Int32(paths.count - 1)
    }

    mutating func set(_ path: DiskPath, here: DiskPath?, for folder: Int64) {
        let place = Int(number(of: folder))
        otherPaths[place] = path.isElsewhere ? [here, path.withPlainName].compactMap { $0 } : nil
        guard paths[place] != path else { return }
        paths[place] = path
        names[place] = nil
    }

    /// The name of the outermost remembered folder and those below it; nil if the folder is in none.
    mutating func names(of number: Int, below roots: [DiskPath]) -> (text: String, folded: String)? {
        if let known = names[number] { return known }
        guard let text = paths[number]?.namesFrom(roots) else { return nil }
        names[number] = (text, text.folded)
        return names[number]
    }

    mutating func forgetNames() { names = [:] }
}
