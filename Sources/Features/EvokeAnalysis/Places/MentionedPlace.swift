package import EvokePorts
package import EvokeValues

/// A place mentioned in plain words.
package struct MentionedPlace: Hashable, Sendable {
    /// The words for it in the text, including the preposition.
    package let range: Range<String.Index>
    /// The places that may be meant: those of that name where the library has photos, otherwise the largest.
    package let places: [PlaceID]
    /// The place that the text says it is in, as in "Paris, France".
    package var around: PlaceID?
    /// The English name of the continent that is meant; `places` are then its countries.
    var continent: String?
    /// Whether the only evidence is that the text mentions nothing else, as in "photos of paris".
    package var isWeak = false
}

extension PlaceTable {
    /// Finds the places that a text mentions: "in Lisbon", "в Париже", "パリで". `remainder` returns the rest of the text.
    ///
    /// A preposition announces a place; without one, only a capitalized word among other words counts. After a
    /// preposition, a name is a place if it is a country, a subdivision, or a city of 100,000 people, or if the library
    /// has photos there. A name that is also a common word ("nice", "turkey") counts only if the library has photos
    /// there, and if it is capitalized or no word follows that it could modify. After "a" and "no", which any English
    /// noun can follow, a one-word name must be capitalized.
    ///
    /// A name directly after another says what the first is in ("Paris, France"). After "and" or "or", the preposition
    /// of the first name applies to the second as well.
    ///
    /// If a text consists only of places, as "photos of paris" does, a lowercase name counts too, if it is the name of
    /// a country, a subdivision, or a city of 100,000 people in one of the query languages, and the library has photos
    /// there.
    ///
    /// - Parameters:
    ///   - joins: whether a lowercase word is a conjunction.
    ///   - idle: the end of an introduction that means nothing next to a place; nil if the text doesn't start with one.
    ///   - hasPhotos: whether the library has photos there.
    package func mentions(
        in text: String, joins: (String) -> Bool = { _ in false }, idle: (Substring) -> String.Index? = { _ in nil },
        hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> [MentionedPlace] {
        var found: [MentionedPlace] = []
        let words = SpokenWord.all(in: text)
        let isOfPlacesAlone = try isOfPlacesAlone(words, of: text, joins, idle)
        var start = 0
        // The preposition of the last place, where the place ends, and whether it was capitalized.
        var last: (preposition: Prepositions.Kind?, end: Int, hasCapital: Bool)?
        while start < words.count {
            if words[start].isWithoutSpaces {
                found += try mentions(amid: words[start], of: text, isOfPlacesAlone, hasPhotos)
                start += 1
                continue
            }
            let isJoined = last.map { $0.end == start - 1 && joins(words[$0.end].text.lowercased()) } ?? false
            var carried: Prepositions.Kind?
            if isJoined, let last, words[start].hasCapital || !last.hasCapital {
                // A capitalized name also introduces the next one: "Berlin or Munich".
                carried = last.preposition ?? (words[start].hasCapital ? .usual : nil)
            }
            if let (end, mention) = try mention(at: start, of: words, carried, isOfPlacesAlone, hasPhotos) {
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

    /// The English name for `place:`; nil if the table doesn't have it.
    package func name(of mention: MentionedPlace) throws(EvokeError) -> String? {
        if let continent = mention.continent { return continent }
        guard let place = mention.places.first, let name = try name(of: place, in: "en") else { return nil }
        var around = mention.around
        // "Washington, D.C." is not what most people mean by "Washington".
        if around == nil, mention.places.count == 1, try places(named: name).first?.id != place {
            around = try parent(of: place)
        }
        guard let around, let outer = try self.name(of: around, in: "en"), outer != name else { return name }
        return "\(name), \(outer)"
    }
}

/// Texts that consist only of names of places, which don't have to be capitalized.
extension PlaceTable {
    /// The query languages.
    static let languages = ["en", "de", "fr", "es", "pt", "it", "nl", "ru", "ja", "zh", "th"]

    /// The well-known places with that folded name in a query language, not just in some language.
    package func known(_ places: [Place], as key: String) throws(EvokeError) -> [Place] {
        var known: [Place] = []
        for place in places where Self.isKnown(place) {
            if Self.shortNames[key] == place.id {
                known.append(place)
                continue
            }
            for language in Self.languages {
                guard let name = try name(of: place.id, in: language), try fold(name) == key else { continue }
                known.append(place)
                break
            }
        }
        return known
    }

    /// Whether every word of a text names a place, joins two, or means nothing next to one.
    func isOfPlacesAlone(
        _ words: [SpokenWord], of text: String, _ joins: (String) -> Bool, _ idle: (Substring) -> String.Index?
    ) throws(EvokeError) -> Bool {
        var start = 0
        var isBehindName = false
        while start < words.count {
            let word = words[start]
            if word.isWithoutSpaces {
                guard try isOfPlacesAlone(word.range, of: text, idle) else { return false }
            } else if joins(word.text.lowercased()) || idle(word.text) != nil {
                isBehindName = false
            } else if let (end, _, named) = try longestName(at: start, of: words, forms: { [$0] }), !isBehindName {
                let whole = try self.end(ofWhole: named.places, at: end, of: words)
                start = whole?.end ?? end
                isBehindName = words[start - 1].endsOpen
                continue
            } else {
                return false
            }
            start += 1
        }
        return true
    }

    /// Whether a run names places and says nothing else.
    private func isOfPlacesAlone(
        _ run: Range<String.Index>, of text: String, _ idle: (Substring) -> String.Index?
    ) throws(EvokeError) -> Bool {
        var place = run.lowerBound
        while place < run.upperBound {
            let rest = text[place..<run.upperBound]
            var end: String.Index?
            for length in (2...Self.longestRun).reversed() where end == nil && length <= rest.count {
                let name = rest.prefix(length)
                if let named = try self.name(foldedTo: fold(name)), !named.isWord { end = name.endIndex }
            }
            guard let next = end ?? idle(rest), next > place else { return false }
            place = next
        }
        return true
    }
}

/// A word of a text, delimited by spaces, without surrounding punctuation.
struct SpokenWord {
    let text: Substring
    /// Whether the next word follows without a comma or similar punctuation.
    let endsOpen: Bool

    var range: Range<String.Index> { text.startIndex..<text.endIndex }

    var hasCapital: Bool { text.first?.isUppercase ?? false }

    var isLatin: Bool { text.unicodeScalars.first.map { $0.value < 0x250 } ?? false }

    var isCyrillic: Bool { text.unicodeScalars.first.map { (0x400...0x4FF).contains($0.value) } ?? false }

    /// Whether its script puts no spaces between words.
    var isWithoutSpaces: Bool { text.unicodeScalars.contains(where: Self.isWithoutSpaces) }

    static func all(in text: String) -> [SpokenWord] {
        text.split(whereSeparator: \.isWhitespace).flatMap { run in
            // In "l'Italie" and "d’Espagne", the article is a word.
            let parts = run.split(separator: "’", maxSplits: 1).flatMap { $0.split(separator: "'", maxSplits: 1) }
            return parts.count == 2 && parts[0].count <= 4 ? parts : [run]
        }.compactMap { run in
            let front = run.drop { !$0.isLetter && !$0.isNumber }
            guard let last = front.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return nil }
            let word = front[...last]
            return SpokenWord(text: word, endsOpen: front[front.index(after: last)...].isEmpty)
        }
    }

    private static func isWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0E7F, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

/// Words that precede places, and words allowed between. A small, closed set in each language.
package enum Prepositions {
    enum Kind {
        case usual
        /// Also a word in another language, so more evidence for a place is needed.
        case weak
        /// Changes the case of the name that follows.
        case russian
    }

    /// Whether a place may follow that folded word, and the word rarely means anything else.
    package static func leadToPlace(_ folded: String) -> Bool { kind(of: folded).map { $0 != .weak } ?? false }

    static func kind(of folded: String) -> Kind? {
        russian.contains(folded) ? .russian : usual.contains(folded) ? .usual : weak.contains(folded) ? .weak : nil
    }

    /// Folded, like all of these: without case and accents.
    private static let usual: Set = [
        "in", "near", "at", "around", "outside", "from",  // English
        "im", "bei", "nach", "aus",  // German
        "aux", "au", "en", "pres",  // French, Spanish
        "em", "na", "nas", "nos", "perto", "cerca",  // Portuguese, Spanish
        "nel", "nella", "negli", "nei", "nelle", "nell", "vicino", "presso",  // Italian
        "naar", "nabij",  // Dutch
    ]
    private static let weak: Set = ["a", "ad", "no", "te", "uit", "to"]
    /// Takes the word as typed, because "à" is not English.
    static func isEnglish(_ weak: Substring) -> Bool { ["a", "no"].contains(weak.lowercased()) }

    private static let russian: Set = ["в", "во", "из", "под", "около", "возле", "на"]

    /// No name of a place begins with one of these: "in my garden".
    static let possessives: Set = [
        "my", "your", "his", "her", "its", "our", "their", "mein", "meine", "meinem", "meinen", "meiner", "dein",
        "deinem",
        "sein", "seinem", "ihr", "ihrem", "unser", "unserem", "unserer", "mon", "ma", "mes", "ton", "ta", "tes", "son",
        "sa", "ses", "notre", "nos", "votre", "vos", "leur", "mi", "mis", "tu", "tus", "su", "sus", "nuestro",
        "nuestra",
        "meu", "minha", "seu", "sua", "nosso", "nossa", "mio", "mia", "tuo", "tua", "suo", "sua", "nostro", "nostra",
        "mijn", "jouw", "zijn", "haar", "ons", "onze", "hun", "мой", "моем", "моеи", "моих", "моя", "нашем", "нашеи",
        "наших", "твоем", "твоеи", "его", "ее", "их",
    ]

    static let articles: Set = [
        "the", "city", "of", "der", "die", "das", "den", "dem", "la", "le", "les", "l", "el", "los", "las", "o", "os",
        "as",
        "il", "gli", "i", "het", "de", "d", "a",
    ]
    /// Words that connect a place with what follows, and so don't belong to its name.
    static let joining: Set = [
        "and", "with", "by", "on", "during", "und", "mit", "am", "et", "avec", "y", "con", "e", "com", "met", "и", "с",
        "last",
        "this", "at",
    ]

    /// For scripts without spaces; longer ones first.
    static let beforeNames = ["位于", "位於", "在", "于", "於", "到", "ในเมือง", "ที่เมือง", "ใน", "ที่", "จาก", "ณ"]
    static let kindsOfPlaces = ["ประเทศ", "เมือง", "จังหวัด", "กรุง"]
    static let joints = ["か", "と", "や", "和", "与", "跟", "或"]

    /// The number of letters that join two places. Words for "or" are treated as prepositions here.
    static func joint(at text: Substring) -> Int? {
        (joints + ["在", "ใน"]).first(where: text.hasPrefix)?.count
    }

    static let afterNames = ["での", "では", "にて", "で", "の", "から", "に", "へ", "的", "里", "裡"]
}
