package import EvokePorts
package import EvokeValues

extension PhotoColumns {
    /// The values that visible photos have, counted once for each state of the library.
    package mutating func values(of trait: PhotoTrait) -> [PhotoValue] {
        if let known = counted[trait] { return known }
        let found = count(trait).filter { $0.count > 0 && !$0.text.isBlank }.mostFrequentFirst()
        counted[trait] = found
        return found
    }

    /// How many of the shown photos were taken in each place. Nil stands for all visible photos, which are counted only
    /// once.
    package mutating func placeCounts(among photos: PhotoSet?) -> [PhotoPlace: Int] {
        if photos == nil, let countedPlaces { return countedPlaces }
        let counts = counts(of: spot, below: spots.places.count, among: shown(among: photos))
        let found = Dictionary(
            zip(spots.places, counts).filter { $0.country != nil && $1 > 0 }, uniquingKeysWith: { first, _ in first })
        if photos == nil { countedPlaces = found }
        return found
    }

    private mutating func count(_ trait: PhotoTrait) -> [PhotoValue] {
        func count(_ test: PhotoTest) -> Int { photos(passing: test).intersection(visible).count }
        switch trait {
        case .time: return times
        case .camera: return cameras.values(counts(of: camera, below: cameras.count))
        case .lens: return lenses.values(counts(of: lens, below: lenses.count))
        case .fileEnding: return suffixes.values(counts(of: suffix, below: suffixes.count))
        case .folder:
            let counts = counts(of: folder, below: folders.paths.count)
            return counts.indices.filter { counts[$0] > 0 }.compactMap { number in
                folders.names(of: number, below: roots).map {
                    PhotoValue($0.text, folded: $0.folded, count: counts[number])
                }
            }
        case .keyword:
            let (own, alike) = keywords.counts(among: visible, keywordList.alike)
            return keywordList.values(own, alike: alike)
        case .album:
            let (own, alike) = albums.counts(among: visible, albumList.alike)
            return albumList.values(own, alike: alike)
        case .rating:
            let counts = counts(below: 256) { Int(rating[$0]) + 128 }
            return (-1...5).map { PhotoValue("\($0)", count: counts[$0 + 128]) }
        case .shape: return PhotoShape.allCases.map { PhotoValue($0.rawValue, count: count(.shape($0))) }
        case .color:
            let counts = counts(below: 1 << 16) { Int(colors[$0]) }
            let sets = counts.indices.filter { counts[$0] > 0 }
            return PhotoColor.allCases.map { color in
                let bit = color.bit
                let count = sets.reduce(0) { UInt16($1) & bit != 0 ? $0 + counts[$1] : $0 }
                return PhotoValue(color.rawValue, count: count)
            }
        }
    }

    /// How many of the photos have each number; nil stands for the visible ones.
    private func counts(of column: NumberColumn, below end: Int, among photos: PhotoSet? = nil) -> [Int] {
        column.withNumbers { column in counts(below: end, among: photos) { column[$0] } }
    }

    @inline(__always)
    private func counts(below end: Int, among photos: PhotoSet? = nil, _ number: (Int) -> Int) -> [Int] {
        var counts = [Int](repeating: 0, count: end)
        counts.withUnsafeMutableBufferPointer { counts in
            (photos ?? visible).eachNumber { counts[number($0)] += 1 }
        }
        return counts
    }

    /// No month is longer, and no year as short.
    private static let longestMonth: Int32 = 31 * 86_400

    /// The months and years in which photos were taken. A file's own time says nothing about that.
    private var times: [PhotoValue] {
        let dated = visible.subtracting(datedByFile)
        var (first, last) = (Int64.max, Int64.min)
        dated.eachNumber { photo in
            guard taken[photo] != Self.noTime else { return }
            (first, last) = (min(first, taken[photo]), max(last, taken[photo]))
        }
        guard first <= last else { return [] }
        // Counted from year 1, so that no number is negative and all round down.
        func day(_ time: Int64) -> Int { Int((time - TakenDate.times.lowerBound) / 86_400) }
        let days = day(first)...day(last)
        // Photos dated only to the year are counted separately.
        var (ofMonths, ofYears) = ([Int32](repeating: 0, count: days.count), [Int32](repeating: 0, count: days.count))
        dated.eachNumber { photo in
            guard taken[photo] != Self.noTime else { return }
            let place = day(taken[photo]) - days.lowerBound
            let isLong = lengthsOfTime.all[uncertain[photo]] > Self.longestMonth
            if isLong { ofYears[place] += 1 } else { ofMonths[place] += 1 }
        }
        var months: [Int64: (ofMonth: Int, ofYear: Int)] = [:]
        for (place, day) in days.enumerated() where ofMonths[place] + ofYears[place] > 0 {
            let time = TakenDate.times.lowerBound + Int64(day) * 86_400
            let start = time - Int64(CivilTime(seconds: time).day - 1) * 86_400
            let known = months[start] ?? (0, 0)
            months[start] = (known.ofMonth + Int(ofMonths[place]), known.ofYear + Int(ofYears[place]))
        }
        var counts: [String: Int] = [:]
        for (start, photos) in months {
            for (precision, count) in [
                (TakenDate.Precision.month, photos.ofMonth), (.year, photos.ofMonth + photos.ofYear),
            ] {
                counts["\(TakenDate(localSeconds: start, precision: precision, source: .xmp))", default: 0] += count
            }
        }
        return counts.map { PhotoValue($0, count: $1) }
    }
}

extension PhotoSet {
    @inline(__always)
    func eachNumber(_ body: (Int) -> Void) {
        for place in 0..<wordCount {
            var rest = word(at: Int64(place))
            while rest != 0 {
                body(64 * place + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}

extension PhotoColumns {
    /// How many of the visible photos were taken on each day, latest first, followed by photos dated only by their
    /// file. Nil counts all visible photos.
    package func days(among photos: PhotoSet?) -> [PhotoDay] {
        var days: [Int64: (count: Int, uncertain: Int32)] = [:]
        var dateless = 0
        shown(among: photos).eachNumber { photo in
            guard taken[photo] != Self.noTime, !datedByFile.contains(PhotoID(Int64(photo))) else {
                dateless += 1
                return
            }
            // Counted from year 1, so that no number is negative and all round down.
            let day = (taken[photo] - TakenDate.times.lowerBound) / 86_400
            let known = days[day] ?? (0, .max)
            days[day] = (known.count + 1, min(known.uncertain, lengthsOfTime.all[uncertain[photo]]))
        }
        let dated = days.sorted { $0.key > $1.key }.map { day, photos in
            PhotoDay(
                localSeconds: TakenDate.times.lowerBound + day * 86_400,
                precision: Self.precision(of: photos.uncertain), count: photos.count)
        }
        return dateless > 0 ? dated + [PhotoDay(date: nil, count: dateless)] : dated
    }

    /// The precision of a date known to within that many seconds.
    private static func precision(of seconds: Int32) -> TakenDate.Precision {
        switch seconds {
        case ...86_400: .day
        case ...(31 * 86_400): .month
        default: .year
        }
    }
}
