import EvokePorts
import EvokeValues

/// Scripts with spaces between words.
extension PlaceTable {
    /// The most words in a name.
    private static let longestName = 5
    /// The least population of a city known elsewhere.
    private static let populationOfTheKnown = 100_000

    /// The place that the words from `start` on mention, and where it ends.
    ///
    /// - Parameters:
    ///   - carried: the preposition of the previous place, if these words are joined to it.
    ///   - isOfPlacesAlone: whether all words name places or mean nothing.
    func mention(
        at start: Int, of words: [SpokenWord], _ carried: Prepositions.Kind?, _ isOfPlacesAlone: Bool,
        _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> (end: Int, MentionedPlace)? {
        let own = Prepositions.kind(of: try fold(words[start].text))
        let preposition = own ?? carried
        var first = start
        if preposition != nil {
            if own != nil { first += 1 }
            while first < words.count, first < start + 3, first == start || words[first - 1].endsOpen,
                Prepositions.articles.contains(try fold(words[first].text)),
                // "La Paz" begins with an article.
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
        } else if preposition == nil, first > 0, words[first].hasCapital, words[first].isCyrillic {
            // As in "Соборы Европы".
            forms = RussianCases.nominatives
        } else if first > start, try fold(words[first - 1].text) == "den" {
            // As in "In den Niederlanden".
            forms = { $0.hasSuffix("n") ? [$0, String($0.dropLast())] : [$0] }
        } else if preposition == .usual, words[first].hasCapital {
            // As in "Außerhalb Deutschlands".
            forms = { $0.hasSuffix("s") && $0.count > 5 ? [$0, String($0.dropLast())] : [$0] }
        } else {
            forms = { [$0] }
        }
        guard let (nameEnd, key, named) = try longestName(at: first, of: words, forms: forms) else { return nil }
        var (end, places) = (nameEnd, named.places)
        let isWord = named.isWord
        let whole = try self.end(ofWhole: places, at: end, of: words)
        let isLast = try isLast(end, of: words)
        let hasCapital = words[first].hasCapital
        // Whether the words can mean a place, and whether the library must have photos there.
        var (isTold, needsPhotos): (Bool, Bool)
        var isOfEnglish = false
        if let preposition {
            let isWeak = preposition == .weak
            let isCountry = if case .country = places.first?.id { true } else { false }
            isOfEnglish = Prepositions.isEnglish(words[start].text)
            let isNoun =
                !hasCapital && end == first + 1
                && (isOfEnglish || words[start].text.lowercased() == "to" && !isCountry)
            if isWord {
                isTold = !isNoun && (isWeak ? isLast && hasCapital : isLast || hasCapital)
                needsPhotos = true
            } else {
                isTold = !isNoun && (isLast || !isWeak)
                needsPhotos = !places.contains(where: Self.isKnown)
            }
        } else {
            // "Paris Hilton" is a person; and every sentence begins with a capital.
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
        let isWeak = !isTold
        if isWeak {
            guard isOfPlacesAlone, !isWord, !isOfEnglish else { return nil }
            if whole == nil, named.continent == nil { places = try known(places, as: key) }
            needsPhotos = true
        }
        // Most words with the name of a place don't mean it, so photos are only looked up after the other checks.
        guard let biggest = places.first else { return nil }
        let here = named.continent != nil && !needsPhotos ? [] : try smallest(of: places, hasPhotos)
        guard !here.isEmpty || !needsPhotos else { return nil }
        return (
            end,
            MentionedPlace(
                range: words[start].range.lowerBound..<words[end - 1].range.upperBound,
                places: here.isEmpty ? [biggest.id] : here, around: around,
                continent: whole == nil ? named.continent : nil, isWeak: isWeak)
        )
    }

    /// Includes a following name of an enclosing place: "Paris, France" or "in Paris in France".
    func end(
        ofWhole places: [Place], at end: Int, of words: [SpokenWord]
    ) throws(EvokeError) -> (end: Int, places: [Place], around: PlaceID?)? {
        guard end < words.count else { return nil }
        let hasPreposition = try Prepositions.kind(of: fold(words[end].text)) == .usual && end + 1 < words.count
        guard let (last, _, outer) = try longestName(at: hasPreposition ? end + 1 : end, of: words, forms: { [$0] })
        else {
            return nil
        }
        let ids = Set(outer.places.map(\.id))
        var (inside, around) = ([Place](), PlaceID?.none)
        for place in places {
            // "Washington, D.C." is one place with two names.
            if ids.contains(place.id) {
                inside.append(place)
                continue
            }
            var parent = try self.parent(ofRow: place.row)
            // City, subdivision, country.
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
        return inside.isEmpty ? nil : (last, inside, around)
    }

    /// The places with photos, without those that merely enclose another: Lisbon, but not its region.
    func smallest(of places: [Place], _ hasPhotos: (PlaceID) -> Bool) throws(EvokeError) -> [PlaceID] {
        let here = places.filter { hasPhotos($0.id) }
        var around: Set<PlaceID> = []
        for place in here { if let parent = try parent(ofRow: place.row) { around.insert(parent.id) } }
        return here.map(\.id).filter { !around.contains($0) }
    }

    static func isKnown(_ place: Place) -> Bool {
        if case .city = place.id { place.population >= populationOfTheKnown } else { true }
    }

    /// Whether no word follows that the name could modify, as in "in nice weather".
    private func isLast(_ end: Int, of words: [SpokenWord]) throws(EvokeError) -> Bool {
        guard end < words.count, words[end - 1].endsOpen else { return true }
        let next = try fold(words[end].text)
        return Prepositions.kind(of: next) != nil || Prepositions.joining.contains(next) || next.allSatisfy(\.isNumber)
    }

    func longestName(
        at first: Int, of words: [SpokenWord], forms: (String) -> [String]
    ) throws(EvokeError) -> (end: Int, key: String, NamedPlaces)? {
        var ends: [Int] = []
        for end in first..<min(first + Self.longestName, words.count) where !words[end].isWithoutSpaces {
            ends.append(end + 1)
            // "Lisbon, Portugal" are two names.
            if !words[end].endsOpen { break }
        }
        for end in ends.reversed() {
            let name = try fold(words[first..<end].map(\.text).joined(separator: " "))
            // A single letter, such as "a", "o", or "y", is not a name either.
            guard name.count > 1,
                name.count > 2 || words[first].text.allSatisfy(\.isUppercase) || !words[first].isLatin,
                Prepositions.kind(of: name) == nil, !Prepositions.articles.contains(name)
            else {
                continue
            }
            for form in forms(name) {
                if let named = try self.name(foldedTo: form), !named.places.isEmpty { return (end, form, named) }
            }
        }
        return nil
    }
}

/// Scripts without spaces.
extension PlaceTable {
    static let longestRun = 12

    /// The places in a run of Japanese, Chinese, or Thai.
    func mentions(
        amid run: SpokenWord, of text: String, _ isOfPlacesAlone: Bool, _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> [MentionedPlace] {
        var found: [MentionedPlace] = []
        var place = run.range.lowerBound
        while place < run.range.upperBound {
            if let mention = try mention(from: place, to: run.range.upperBound, in: text, isOfPlacesAlone, hasPhotos) {
                found.append(mention)
                place = mention.range.upperBound
                // What introduces a place also applies to those joined to it: 在德国和法国.
                guard let joint = Prepositions.joint(at: text[place..<run.range.upperBound]) else { continue }
                let next = text.index(place, offsetBy: joint)
                if let mention = try self.mention(
                    named: text[next..<run.range.upperBound], from: next, to: run.range.upperBound, in: text,
                    isAfterPreposition: true, isOfPlacesAlone, hasPhotos)
                {
                    found.append(mention)
                    place = mention.range.upperBound
                }
            } else {
                place = text.index(after: place)
            }
        }
        return found
    }

    func mention(
        from start: String.Index, to end: String.Index, in text: String, _ isOfPlacesAlone: Bool,
        _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> MentionedPlace? {
        let rest = text[start..<end]
        guard let before = Prepositions.beforeNames.first(where: { rest.starts(with: $0) }) else {
            return try mention(
                named: rest, from: start, to: end, in: text, isAfterPreposition: false, isOfPlacesAlone, hasPhotos)
        }
        let name = rest.dropFirst(before.count)
        if let whole = try mention(
            named: name, from: start, to: end, in: text, isAfterPreposition: true, isOfPlacesAlone, hasPhotos)
        {
            return whole
        }
        guard let kind = Prepositions.kindsOfPlaces.first(where: { name.starts(with: $0) }) else { return nil }
        return try mention(
            named: name.dropFirst(kind.count), from: start, to: end, in: text, isAfterPreposition: true,
            isOfPlacesAlone, hasPhotos)
    }

    /// Whether it begins with the name of a well-known place: ドイツかフランス.
    private func isName(_ text: Substring) throws(EvokeError) -> Bool {
        for length in 2...Self.longestRun where length <= text.count {
            if let named = try name(foldedTo: fold(text.prefix(length))), !named.isWord,
                named.places.contains(where: Self.isKnown)
            {
                return true
            }
        }
        return false
    }

    /// Takes the longest name at the start of `name`.
    func mention(
        named name: Substring, from start: String.Index, to end: String.Index, in text: String,
        isAfterPreposition: Bool, _ isOfPlacesAlone: Bool, _ hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> MentionedPlace? {
        for length in (2...Self.longestRun).reversed() where length <= name.count {
            let candidate = name.prefix(length)
            let following = text[candidate.endIndex..<end]
            let after = Prepositions.afterNames.first { following.starts(with: $0) }
            var isTold = isAfterPreposition || after != nil
            if !isTold, let joint = Prepositions.joint(at: following) {
                isTold = try isName(following.dropFirst(joint))
            }
            guard isTold || isOfPlacesAlone else { continue }
            let key = try fold(candidate)
            guard let named = try self.name(foldedTo: key) else { continue }
            var places = named.places
            if !isTold, named.continent == nil { places = try known(places, as: key) }
            let mayBeElsewhere = isTold && !named.isWord && places.contains(where: Self.isKnown)
            let here = named.continent != nil && mayBeElsewhere ? [] : try smallest(of: places, hasPhotos)
            guard !here.isEmpty || mayBeElsewhere, let biggest = places.first else { continue }
            let upper = after.map { text.index(candidate.endIndex, offsetBy: $0.count) } ?? candidate.endIndex
            return MentionedPlace(
                range: start..<upper, places: here.isEmpty ? [biggest.id] : here, continent: named.continent,
                isWeak: !isTold)
        }
        return nil
    }
}

/// The nominative of Russian place names. After "в", "на", and "из" a name has another ending. Only a few endings are
/// possible for places, so they are replaced by rule, and the table decides which result is a name.
enum RussianCases {
    /// Most likely first; includes the name itself.
    static func nominatives(of folded: String) -> [String] {
        var words = folded.split(separator: " ").map(String.init)
        guard let last = words.popLast() else { return [] }
        var found: [String] = []
        for front in [words, words.map(adjective)] {
            for form in [last] + forms(of: last) + [adjective(last)] {
                let name = (front + [form]).joined(separator: " ")
                if !found.contains(name) { found.append(name) }
            }
        }
        return found
    }

    private static let endings: [(String, [String])] = [
        ("ии", ["ия", "ий"]), ("ие", ["ий", "ие"]), ("ье", ["ья", "ье", "ь"]), ("ах", ["ы", "и", "а"]),
        ("ях", ["и", "я"]),
        ("ов", ["ы"]), ("е", ["", "а", "я", "о", "ь", "й"]), ("и", ["ь", "я", "а", "и"]), ("ы", ["а"]),
        ("у", ["", "а"]),
        ("а", ["", "о"]), ("я", ["ь", "й", "е"]), ("ю", ["я"]),
    ]

    private static func forms(of word: String) -> [String] {
        guard let (ending, others) = endings.first(where: { word.hasSuffix($0.0) }) else { return [] }
        return others.map { word.dropLast(ending.count) + $0 }
    }

    /// "Нижнем" becomes "Нижний", "Южной" becomes "Южная".
    private static func adjective(_ word: String) -> String {
        let endings = [
            ("ском", "ский"), ("нем", "ний"), ("ком", "кий"), ("ом", "ый"), ("ой", "ая"), ("ей", "яя"), ("ых", "ые"),
            ("их", "ие"), ("ого", "ый"), ("его", "ий"),
        ]
        guard let (ending, other) = endings.first(where: { word.hasSuffix($0.0) }) else { return word }
        return word.dropLast(ending.count) + other
    }
}
