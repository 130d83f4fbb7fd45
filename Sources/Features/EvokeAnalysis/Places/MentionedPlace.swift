package import EvokeValues

/// A place that plain words speak of.
package struct MentionedPlace: Hashable, Sendable {
    /// The words for it in the text, with their preposition.
    package let range: Range<String.Index>
    /// Whichever of them is meant: those of that name where the library has photos, else the biggest.
    package let places: [PlaceID]
    /// What it is said to lie in: "Paris, France".
    package var around: PlaceID?
    /// The name of the continent that is meant, in English: the places are its countries.
    var continent: String?
    /// Whether nothing says that a place is meant but that the text has nothing else: "photos of paris".
    package var isWeak = false
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
    /// Where a text is about places alone, as "photos of paris" is, a name without a capital counts, too: that of a
    /// country, a subdivision or a city of a hundred thousand people where the library has photos, by which it is called in
    /// one of the languages of queries.
    ///
    /// - Parameters:
    ///   - joins: whether a word, in small letters, is such a one.
    ///   - idle: the end of a word that says nothing beside a place and with which a text begins; nil where there is none.
    ///   - hasPhotos: whether the library has photos there.
    package func mentions(
        in text: String, joins: (String) -> Bool = { _ in false }, idle: (Substring) -> String.Index? = { _ in nil },
        hasPhotos: (PlaceID) -> Bool
    ) throws(EvokeError) -> [MentionedPlace] {
        var found: [MentionedPlace] = []
        let words = SpokenWord.all(in: text)
        let isOfPlacesAlone = try isOfPlacesAlone(words, of: text, joins, idle)
        var start = 0
        // What led to the last place, where that ends, and whether it had a capital.
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
                // A capital leads to the next capital, too: "Berlin or Munich".
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

    /// What `place:` calls it, in English; nil for what the table does not know.
    package func name(of mention: MentionedPlace) throws(EvokeError) -> String? {
        if let continent = mention.continent { return continent }
        guard let place = mention.places.first, let name = try name(of: place, in: "en") else { return nil }
        var around = mention.around
        // "Washington, D.C." is not what most people would take "Washington" for.
        if around == nil, mention.places.count == 1, try places(named: name).first?.id != place {
            around = try parent(of: place)
        }
        guard let around, let outer = try self.name(of: around, in: "en"), outer != name else { return name }
        return "\(name), \(outer)"
    }

    /// The text without what is said about places.
    package static func remainder(of text: String, without mentions: [MentionedPlace]) -> String {
        var rest = text
        for mention in mentions.reversed() { rest.replaceSubrange(mention.range, with: " ") }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
