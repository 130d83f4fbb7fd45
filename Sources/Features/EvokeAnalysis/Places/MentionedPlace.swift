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

    /// The text without the mentioned places.
    package static func remainder(of text: String, without mentions: [MentionedPlace]) -> String {
        var rest = text
        for mention in mentions.reversed() { rest.replaceSubrange(mention.range, with: " ") }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
