package import EvokeValues

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
