import EvokeValues

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
