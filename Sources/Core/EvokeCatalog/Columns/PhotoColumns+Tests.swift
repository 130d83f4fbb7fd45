package import EvokePorts
import EvokeSystem
package import EvokeValues

extension PhotoColumns {
    /// The shown photos that meet the condition; hidden ones only if it asks for them.
    ///
    /// - Parameter find: evaluates the tests that the columns cannot (`isBesideColumns`).
    package mutating func photos(
        meeting condition: PhotoCondition, beside find: (PhotoTest) throws -> PhotoSet
    ) rethrows -> PhotoSet {
        try photos(among: condition.asksForHidden ? shown : visible, meeting: condition, beside: find)
    }

    private mutating func photos(
        among all: PhotoSet, meeting condition: PhotoCondition, beside find: (PhotoTest) throws -> PhotoSet
    ) rethrows -> PhotoSet {
        switch condition {
        case .test(let test) where test.isBesideColumns: try find(test).intersection(all)
        case .test(let test): photos(passing: test).intersection(all)
        case .not(let condition): all.subtracting(try photos(among: all, meeting: condition, beside: find))
        case .all(let conditions):
            try conditions.reduce(all) { $0.intersection(try photos(among: all, meeting: $1, beside: find)) }
        case .any(let conditions):
            try conditions.reduce(PhotoSet()) { $0.union(try photos(among: all, meeting: $1, beside: find)) }
        }
    }

    func look(for test: PhotoTest) -> PhotoSet {
        switch test {
        case .taken(let range): photos(takenIn: range)
        case .onDay(let month, let day): photos(takenOn: month, day).subtracting(datedByFile)
        case .datedByFile: datedByFile
        case .camera(let text): photos(of: camera, which: cameras.which(have: text))
        case .lens(let text): photos(of: lens, which: lenses.which(have: text))
        case .folder(let names): photos(inFolder: names)
        case .fileName(let text): WildcardPattern(text).map(self.names.photos(like:)) ?? names.photos(with: text)
        case .fileEnding(let endings): photos(of: suffix, which: suffixes.which { endings.contains($0) })
        case .rating(let range): photos(rated: range)
        case .length(let range): photos(lasting: range)
        case .keyword(let keyword): keywords.photos(with: keywordList.which(are: keyword))
        case .favorite: favourites
        case .hidden: hidden
        case .album(let name): albums.photos(with: albumList.which(are: name))
        case .title(let text): titles.photos(with: text)
        case .pixels(let range): photos(sized: { range.contains(Double($0.width) * Double($0.height)) })
        case .shape(let shape): photos(sized: shape.fits)
        case .near(let middle, let metres): photos(near: middle, metres)
        case .box(let box): photos(in: box)
        case .place(let place): photos(in: [place])
        case .color(let color): photos(colored: color.bit)
        case .text(let text): photos(withText: text)
        // Not in any column.
        case .pictureText, .person, .faces: PhotoSet()
        }
    }

    private func photos(takenIn range: Range<Int64>) -> PhotoSet {
        // Photos without a time sort before all times.
        let (from, to) = (max(range.lowerBound, Self.noTime + 1), range.upperBound)
        return withTimes { taken, length in
            PhotoSet(count: count) { taken[$0] >= from && taken[$0] + length($0) <= to }
        }
    }

    private func photos(takenOn month: Int, _ day: Int) -> PhotoSet {
        // Days of all years of the calendar are precomputed and looked up.
        let (start, length) = (TakenDate.times.lowerBound, Int64(86_400))
        var isThatDay = [Bool](repeating: false, count: Int((TakenDate.times.upperBound - start) / length) + 1)
        for year in 1...9_999 {
            guard let time = CivilTime(year: year, month: month, day: day) else { continue }
            isThatDay[Int((time.seconds - start) / length)] = true
        }
        return withTimes { taken, lengthOfTime in
            PhotoSet(count: count) { photo in
                guard taken[photo] != Self.noTime else { return false }
                let (first, last) = (taken[photo] - start, taken[photo] - start + lengthOfTime(photo) - 1)
                return first / length == last / length && isThatDay[Int(first / length)]
            }
        }
    }

    /// When photos were taken, and to within what time span.
    @inline(__always)
    private func withTimes(_ body: (UnsafeBufferPointer<Int64>, (Int) -> Int64) -> PhotoSet) -> PhotoSet {
        taken.withUnsafeBufferPointer { taken in
            lengthsOfTime.all.withUnsafeBufferPointer { lengths in
                uncertain.withNumbers { uncertain in body(taken) { Int64(lengths[uncertain[$0]]) } }
            }
        }
    }

    private func photos(rated range: ClosedRange<Int>) -> PhotoSet {
        rating.withUnsafeBufferPointer { rating in
            PhotoSet(count: count) { rating[$0] != Self.noRating && range.contains(Int(rating[$0])) }
        }
    }

    private func photos(lasting range: ClosedRange<Int>) -> PhotoSet {
        length.withNumbers { length in
            PhotoSet(count: count) { length[$0] != Self.noLength && range.contains(length[$0] - 1) }
        }
    }

    private func photos(sized isWanted: (PixelSize) -> Bool) -> PhotoSet {
        width.withNumbers { width in
            height.withNumbers { height in
                PhotoSet(count: count) { photo in
                    width[photo] > 0 && height[photo] > 0
                        && isWanted(PixelSize(width: width[photo], height: height[photo]))
                }
            }
        }
    }

    private func photos(of column: NumberColumn, which: [Bool]) -> PhotoSet {
        guard which.contains(true) else { return PhotoSet() }
        return column.withNumbers { column in
            which.withUnsafeBufferPointer { which in
                PhotoSet(count: count) { which[column[$0]] }
            }
        }
    }

    private func photos(near middle: Coordinates, _ metres: Double) -> PhotoSet {
        let circle = MapCircle(middle, metres: metres)
        return onMap.withUnsafeBufferPointer { onMap in
            PhotoSet(count: count) { circle.contains(onMap[$0]) }
        }
    }

    private func photos(in box: CoordinateBox) -> PhotoSet {
        let box = MapBox(box)
        return onMap.withUnsafeBufferPointer { onMap in
            PhotoSet(count: count) { box.contains(onMap[$0]) }
        }
    }

    package func photos(in places: Set<PlaceID>) -> PhotoSet {
        let wanted = places.flatMap { spots.numbers(in: $0) }
        guard !wanted.isEmpty else { return PhotoSet() }
        var which = [Bool](repeating: false, count: spots.places.count)
        for number in wanted { which[Int(number)] = true }
        return photos(of: spot, which: which)
    }

    private func photos(colored bit: UInt16) -> PhotoSet {
        colors.withUnsafeBufferPointer { colors in
            PhotoSet(count: count) { colors[$0] & bit != 0 }
        }
    }

    private func photos(inFolder names: [String]) -> PhotoSet {
        let wanted = "/" + names.map { $0.folded + "/" }.joined()
        func isIn(_ path: DiskPath) -> Bool { path.within.contains(part: wanted) }
        return photos(
            of: folder,
            which: folders.paths.enumerated().map { number, path in
                path.map(isIn) ?? false || folders.otherPaths[number]?.contains(where: isIn) ?? false
            })
    }

    private func photos(withText text: String) -> PhotoSet {
        let wanted = text.folded
        let below = folders.paths.map { $0?.namesBelow(roots)?.folded.contains(part: wanted) ?? false }
        return photos(of: folder, which: below)
            .union(photos(of: camera, which: cameras.which(have: text)))
            .union(keywords.photos(with: keywordList.which(have: text)))
            .union(names.photos(with: text)).union(titles.photos(with: text)).union(descriptions.photos(with: text))
    }
}

extension NameList {
    fileprivate func which(have text: String) -> [Bool] {
        let part = text.folded
        return which { $0.contains(part: part) }
    }

    fileprivate func which(are text: String) -> [Bool] {
        let whole = text.folded
        return which { $0 == whole }
    }
}

extension String {
    /// Compares UTF-8, as the columns do.
    fileprivate func contains(part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { UnsafeRawBufferPointer(text).firstPlace(of: UnsafeRawBufferPointer($0), from: 0) != nil }
        }
    }
}

extension DiskPath {
    /// Folded, with a slash at both ends.
    fileprivate var within: String {
        (isAbsolute ? "" : "/") + String(decoding: appending([]).bytes, as: UTF8.self).folded
    }
}
