extension TextQuery {
    /// Words that name places. They count as text of the photos taken there.
    package struct PlaceName: Hashable, Sendable {
        /// The range of phrases that they are.
        package let phrases: Range<Int>
        /// As in the query.
        package let text: String
        /// All places with that name.
        package let places: Set<PlaceID>
    }

    /// No place name has more words.
    private static let longestPlaceName = 5

    /// The same, with the places that its words name, singly or several in a row.
    ///
    /// - Parameters:
    ///   - fold: unifies spellings of the same name. It is called once for each word.
    ///   - places: returns all places with a name, given the folded words separated by spaces, and whether they begin
    ///     with a lowercase letter.
    package func naming(
        folding fold: (Substring) throws(EvokeError) -> String,
        places: (_ name: String, _ isSmall: Bool) throws(EvokeError) -> [PlaceID]
    ) throws(EvokeError) -> TextQuery {
        guard !phrases.isEmpty else { return self }
        let words = Self.words(of: query)
        // How many phrases precede each word; a word that means nothing on its own is not a phrase, as in "Rio de
        // Janeiro".
        var (before, folded) = ([0], [String]())
        for word in words {
            before.append(before[before.count - 1] + (Self.phrase(word) == nil ? 0 : 1))
            folded.append(try fold(word))
        }
        var named = self
        for start in words.indices {
            for end in start + 1...min(start + Self.longestPlaceName, words.count) where before[start] < before[end] {
                let isSmall = words[start].first?.isLowercase == true
                let found = Set(try places(folded[start..<end].joined(separator: " "), isSmall))
                guard !found.isEmpty else { continue }
                let text = words[start..<end].joined(separator: " ")
                named.placeNames.append(PlaceName(phrases: before[start]..<before[end], text: text, places: found))
            }
        }
        return named
    }
}

extension SearchReason {
    /// Why the place where a photo was taken matches the words: its parts, the smallest first, with those marked that
    /// the words name. Nil if they name none.
    package init?(_ words: TextQuery, in place: [(id: PlaceID, name: String)]) {
        let ids = Set(place.map(\.id))
        let names = words.placeNames.filter { !$0.places.isDisjoint(with: ids) }
        // "San Francisco", and not a Francisco that is a part of it.
        let whole = names.filter { name in
            !names.contains { $0 != name && name.phrases.clamped(to: $0.phrases) == name.phrases }
        }
        guard !whole.isEmpty else { return nil }
        var pieces: [Piece] = []
        func add(_ text: String, isMarked: Bool = false) {
            let isMore = !isMarked && pieces.last?.isMarked == false
            let before = isMore ? pieces.removeLast().text : ""
            pieces.append(Piece(before + text, isMarked: isMarked))
        }
        var said: Set<String> = []
        // A subdivision with the name of its city adds nothing.
        for (_, name) in place where said.insert(name).inserted {
            let ids = place.filter { $0.name == name }.map(\.id)
            if !pieces.isEmpty { add(", ") }
            add(name, isMarked: names.contains { !$0.places.isDisjoint(with: ids) })
        }
        self.init(.text, whole.map(\.text).joined(separator: " "), in: .place, written: pieces)
    }
}
