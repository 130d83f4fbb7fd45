package import EvokeValues

/// A place that plain words speak of.
package struct MentionedPlace: Hashable, Sendable {
    /// The words for it in the text, with their preposition.
    package let range: Range<String.Index>
    /// Whichever of them is meant: those of that name where the library has photos, else the biggest.
    package let places: [PlaceID]
    /// What it is said to lie in: "Paris, France".
    package var around: PlaceID?
}

extension PlaceTable {
    /// What a text says about places: "in Lisbon", "в Париже", "パリで". The rest of the text is what `remainder` gives.
    ///
    /// A preposition says that a place follows; without one, only a capital amid other words does. A name with a
    /// preposition is a place if it is a country, a subdivision or a city of a hundred thousand people, or if the library
    /// has photos there. A name that is a usual word, too ("nice", "turkey"), is one only if the library has photos there,
    /// and either its preposition has nothing after it that the word could belong to, or it has a capital. After "a" and
    /// "no", any noun may follow in English: a name of one word has a capital there.
    ///
    /// A name directly behind another says what that one lies in ("Paris, France"), and behind "and" or "or", what leads to
    /// the first leads to it as well.
    ///
    /// - Parameters:
    ///   - joins: whether a word, in small letters, is such a one.
    ///   - hasPhotos: whether the library has photos there.
    package func mentions(
        in text: String, joins: (String) -> Bool = { _ in false }, hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> [MentionedPlace] {
        var found: [MentionedPlace] = []
        let words = SpokenWord.all(in: text)
        var start = 0
        // What led to the last place, where that ends, and whether it had a capital.
        var last: (preposition: Prepositions.Kind?, end: Int, hasCapital: Bool)?
        while start < words.count {
            if words[start].isWithoutSpaces {
                found += try mentions(amid: words[start], of: text, hasPhotos)
                start += 1
                continue
            }
            let isJoined = last.map { $0.end == start - 1 && joins(words[$0.end].text.lowercased()) } ?? false
            var carried: Prepositions.Kind?
            if isJoined, let last, words[start].hasCapital || !last.hasCapital { carried = last.preposition }
            if let (end, mention) = try mention(at: start, of: words, carried, hasPhotos) {
                found.append(mention)
                last = (
                    try Prepositions.kind(of: fold(words[start].text)) ?? carried, end,
                    words[start..<end].contains { $0.hasCapital }
                )
                start = end
            } else {
                start += 1
            }
        }
        return found
    }

    /// What `place:` calls it, in English; nil for what the table does not know.
    package func name(of mention: MentionedPlace) throws(EvokeError) -> String? {
        guard let place = mention.places.first, let name = try name(of: place, in: "en") else { return nil }
        guard let around = mention.around, let outer = try self.name(of: around, in: "en"), outer != name else {
            return name
        }
        return "\(name), \(outer)"
    }

    /// The text without what is said about places.
    package static func remainder(of text: String, without mentions: [MentionedPlace]) -> String {
        var rest = text
        for mention in mentions.reversed() { rest.replaceSubrange(mention.range, with: " ") }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

// MARK: - Words with spaces between them

extension PlaceTable {
    /// Names have so many words at most.
    private static let longestName = 5
    /// A city that people elsewhere know, too.
    private static let populationOfTheKnown = 100_000

    /// What the words from `start` on say, and where they end.
    ///
    /// - Parameter carried: what led to the place before, where these words are joined to it.
    private func mention(
        at start: Int, of words: [SpokenWord], _ carried: Prepositions.Kind?, _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> (end: Int, MentionedPlace)? {
        let own = Prepositions.kind(of: try fold(words[start].text))
        let preposition = own ?? carried
        var first = start
        if preposition != nil {
            if own != nil { first += 1 }
            while first < words.count, first < start + 3, first == start || words[first - 1].endsOpen,
                Prepositions.articles.contains(try fold(words[first].text)),
                // "La Paz" begins with one.
                try longestName(at: first, of: words, forms: { [$0] })?.end ?? 0 <= first + 1
            {
                first += 1
            }
        }
        guard first < words.count, own == nil || words[start].endsOpen,
            try !Prepositions.possessives.contains(fold(words[first].text))
        else { return nil }
        let forms: (String) -> [String]
        if preposition == .russian {
            forms = RussianCases.nominatives
        } else if first > start, try fold(words[first - 1].text) == "den" {
            // "In den Niederlanden".
            forms = { $0.hasSuffix("n") ? [$0, String($0.dropLast())] : [$0] }
        } else if preposition == .usual, words[first].hasCapital {
            // "Außerhalb Deutschlands".
            forms = { $0.hasSuffix("s") && $0.count > 5 ? [$0, String($0.dropLast())] : [$0] }
        } else {
            forms = { [$0] }
        }
        guard let named = try longestName(at: first, of: words, forms: forms) else { return nil }
        var (end, places) = (named.end, named.places)
        let isWord = named.isWord
        let whole = try self.end(ofWhole: places, at: end, of: words)
        let isLast = try isLast(end, of: words)
        let hasCapital = words[first].hasCapital
        // Whether the words could say so, and whether they need photos there for it.
        let (isTold, needsPhotos): (Bool, Bool)
        if let preposition {
            let isWeak = preposition == .weak
            let isCountry = if case .country = places.first?.id { true } else { false }
            let isNoun =
                !hasCapital && end == first + 1
                && (Prepositions.isEnglish(words[start].text) || words[start].text.lowercased() == "to" && !isCountry)
            if isWord {
                isTold = !isNoun && (isWeak ? isLast && hasCapital : isLast || hasCapital)
                needsPhotos = true
            } else {
                isTold = !isNoun && (isLast || !isWeak)
                needsPhotos = !places.contains(where: Self.isKnown)
            }
        } else {
            // "Paris Hilton" is somebody; a sentence begins with a capital, whatever it begins with.
            let isAmidNames =
                (end < words.count && words[end - 1].endsOpen && words[end].hasCapital)
                || (first > 0 && words[first - 1].endsOpen && words[first - 1].hasCapital)
            let isWhole = (whole?.end ?? end) == words.count
            isTold =
                hasCapital && (!isAmidNames || whole != nil)
                && (first > 0 || isWhole || !isWord && places.contains(where: Self.isKnown))
            needsPhotos = true
        }
        var around: PlaceID?
        if let whole {
            (end, places, around) = (whole.end, whole.places, whole.around)
        }
        // Where the photos were taken is not asked for the many words that only are called like a place.
        guard isTold, let biggest = places.first else { return nil }
        let here = try smallest(of: places, hasPhotos)
        guard !here.isEmpty || !needsPhotos else { return nil }
        return (
            end,
            MentionedPlace(
                range: words[start].range.lowerBound..<words[end - 1].range.upperBound,
                places: here.isEmpty ? [biggest.id] : here, around: around)
        )
    }

    /// With the name behind of what some of the places lie in, "Paris, France", or "in Paris in France".
    private func end(
        ofWhole places: [Place], at end: Int, of words: [SpokenWord]
    ) throws(EvokeError) -> (end: Int, places: [Place], around: PlaceID)? {
        guard end < words.count else { return nil }
        let hasPreposition = try Prepositions.kind(of: fold(words[end].text)) == .usual && end + 1 < words.count
        guard let (last, outer, _) = try longestName(at: hasPreposition ? end + 1 : end, of: words, forms: { [$0] })
        else {
            return nil
        }
        let ids = Set(outer.map(\.id))
        var (inside, around) = ([Place](), PlaceID?.none)
        for place in places {
            var parent = try self.parent(ofRow: place.row)
            // A city, a subdivision, a country.
            for _ in 0..<2 {
                guard let next = parent else { break }
                if ids.contains(next.id) {
                    inside.append(place)
                    around = around ?? next.id
                    break
                }
                parent = try self.parent(ofRow: next.row)
            }
        }
        return around.map { (last, inside, $0) }
    }

    /// Those with photos, without what only lies around another of them: Lisbon, and not its region.
    private func smallest(of places: [Place], _ hasPhotos: (PlaceID) -> Bool) throws(EvokeError) -> [PlaceID] {
        let here = places.filter { hasPhotos($0.id) }
        var around: Set<PlaceID> = []
        for place in here { if let parent = try parent(ofRow: place.row) { around.insert(parent.id) } }
        return here.map(\.id).filter { !around.contains($0) }
    }

    private static func isKnown(_ place: Place) -> Bool {
        if case .city = place.id { place.population >= populationOfTheKnown } else { true }
    }

    /// Whether nothing follows that a name could belong to, as in "in nice weather".
    private func isLast(_ end: Int, of words: [SpokenWord]) throws(EvokeError) -> Bool {
        guard end < words.count, words[end - 1].endsOpen else { return true }
        let next = try fold(words[end].text)
        return Prepositions.kind(of: next) != nil || Prepositions.joining.contains(next) || next.allSatisfy(\.isNumber)
    }

    private func longestName(
        at first: Int, of words: [SpokenWord], forms: (String) -> [String]
    ) throws(EvokeError) -> (end: Int, places: [Place], isWord: Bool)? {
        var ends: [Int] = []
        for end in first..<min(first + Self.longestName, words.count) where !words[end].isWithoutSpaces {
            ends.append(end + 1)
            // "Lisbon, Portugal" are two.
            if !words[end].endsOpen { break }
        }
        for end in ends.reversed() {
            let name = try fold(words[first..<end].map(\.text).joined(separator: " "))
            // Nor is a letter alone a name: "a", "o", "y".
            guard name.count > 1,
                name.count > 2 || words[first].text.allSatisfy(\.isUppercase) || !words[first].isLatin,
                Prepositions.kind(of: name) == nil, !Prepositions.articles.contains(name)
            else {
                continue
            }
            for form in forms(name) {
                if let (places, isWord) = try self.name(foldedTo: form), !places.isEmpty {
                    return (end, places, isWord)
                }
            }
        }
        return nil
    }
}

// MARK: - Scripts without spaces

extension PlaceTable {
    private static let longestRun = 12

    /// What a run of Japanese, Chinese or Thai says.
    private func mentions(
        amid run: SpokenWord, of text: String, _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> [MentionedPlace] {
        var found: [MentionedPlace] = []
        var place = run.range.lowerBound
        while place < run.range.upperBound {
            if let mention = try mention(from: place, to: run.range.upperBound, in: text, hasPhotos) {
                found.append(mention)
                place = mention.range.upperBound
            } else {
                place = text.index(after: place)
            }
        }
        return found
    }

    private func mention(
        from start: String.Index, to end: String.Index, in text: String, _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> MentionedPlace? {
        let rest = text[start..<end]
        guard let before = Prepositions.beforeNames.first(where: { rest.starts(with: $0) }) else {
            return try mention(named: rest, from: start, to: end, in: text, isAfterPreposition: false, hasPhotos)
        }
        let name = rest.dropFirst(before.count)
        if let whole = try mention(named: name, from: start, to: end, in: text, isAfterPreposition: true, hasPhotos) {
            return whole
        }
        guard let kind = Prepositions.kindsOfPlaces.first(where: { name.starts(with: $0) }) else { return nil }
        return try mention(
            named: name.dropFirst(kind.count), from: start, to: end, in: text, isAfterPreposition: true, hasPhotos)
    }

    /// Of a name at the start of `name`, the longest one.
    private func mention(
        named name: Substring, from start: String.Index, to end: String.Index, in text: String,
        isAfterPreposition: Bool, _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> MentionedPlace? {
        for length in (2...Self.longestRun).reversed() where length <= name.count {
            let candidate = name.prefix(length)
            let following = text[candidate.endIndex..<end]
            let after = Prepositions.afterNames.first { following.starts(with: $0) }
            guard isAfterPreposition || after != nil, let (places, isWord) = try self.name(foldedTo: fold(candidate))
            else {
                continue
            }
            let here = try smallest(of: places, hasPhotos)
            guard !here.isEmpty || !isWord && places.contains(where: Self.isKnown), let biggest = places.first else {
                continue
            }
            let upper = after.map { text.index(candidate.endIndex, offsetBy: $0.count) } ?? candidate.endIndex
            return MentionedPlace(range: start..<upper, places: here.isEmpty ? [biggest.id] : here)
        }
        return nil
    }
}
