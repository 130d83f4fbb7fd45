extension TextMatches {
    /// A query to a full-text index.
    package enum IndexQuery {
        /// The words are the file's name.
        case name
        /// These phrases occur somewhere.
        case all([TextQuery.Phrase])
        /// All words occur in the photo's own text.
        case own
        /// All words occur outside the picture's text.
        case aroundPicture
        /// All words occur somewhere, possibly misread in the picture.
        case misread
    }

    /// Which words of pictures a catalog knows; nil if no picture contains text.
    package typealias Misreadings<Failure: Error> = (Misreading) throws(Failure) -> [String]

    /// The most photos read if only some of them count, which takes a few hundredths of a second.
    private static let mostRead = 10 * most

    /// - Parameters:
    ///   - taken: for each place name in the words, the photos taken there.
    ///   - misreadings: finds matching words in pictures; nil if no picture contains text.
    ///   - find: finds the photos for a query about words, at most that many.
    package init<Failure: Error>(
        of words: TextQuery, taken: [PhotoSet], misreadings: Misreadings<Failure>?,
        find: (IndexQuery, TextQuery, _ limit: Int) throws(Failure) -> [PhotoID]
    ) throws(Failure) {
        self.init()
        named = Self.unlessTooMany(try find(.name, words, Self.most + 1))
        guard !words.phrases.isEmpty else { return }
        let everywhere = try find(.all(words.phrases), words, Self.most + 1)
        all = Self.unlessTooMany(everywhere)
        if !all.isEmpty { own = Self.unlessTooMany(try find(.own, words, Self.most + 1)) }
        if let misreadings {
            if !all.isEmpty { read = all.subtracting(PhotoSet(try find(.aroundPicture, words, Self.most + 1))) }
            // Words that too many photos have say nothing when misread, either.
            if everywhere.count <= Self.most { try addMisread(words.misread(as: misreadings), find: find) }
        }
        try add(taken, for: words) { phrases, photos throws(Failure) in
            Self.unlessTooMany(try find(.all(phrases), words, Self.mostRead).filter { photos.contains($0) })
        }
        misread = misread.subtracting(all)
    }

    private mutating func addMisread<Failure: Error>(
        _ words: TextQuery, find: (IndexQuery, TextQuery, _ limit: Int) throws(Failure) -> [PhotoID]
    ) throws(Failure) {
        guard !words.misreadings.isEmpty else { return }
        misread = Self.unlessTooMany(try find(.misread, words, Self.most + 1))
        misreadings = words.misreadings
    }

    private static func unlessTooMany(_ photos: [PhotoID]) -> PhotoSet {
        photos.count > most ? PhotoSet() : PhotoSet(photos)
    }

    /// Adds photos whose text contains some of the words and whose places are named by the rest.
    ///
    /// - Parameters:
    ///   - taken: for each place name in the words, the photos taken there.
    ///   - written: those of some photos that contain all of these phrases.
    private mutating func add<Failure: Error>(
        _ taken: [PhotoSet], for words: TextQuery,
        written: ([TextQuery.Phrase], PhotoSet) throws(Failure) -> PhotoSet
    ) throws(Failure) {
        let every = words.phrases.indices
        // Grouped by the phrases that name their places: photos with the same ones are searched together.
        var byNames: [Set<Int>: PhotoSet] = [:]
        var (ofPlace, found) = (PhotoSet(), PhotoSet())
        for (phrases, photos) in zip(words.placeNames.map(\.phrases), taken) where !photos.isEmpty {
            if phrases == every { ofPlace = ofPlace.union(photos) }
            var (next, rest) = ([Set<Int>: PhotoSet](), photos)
            func add(_ photos: PhotoSet, _ phrases: Set<Int>) {
                if !photos.isEmpty { next[phrases] = next[phrases]?.union(photos) ?? photos }
            }
            for (known, some) in byNames {
                add(some.subtracting(photos), known)
                add(some.intersection(photos), known.union(phrases))
                rest = rest.subtracting(some)
            }
            add(rest, Set(phrases))
            byNames = next
        }
        for (names, photos) in byNames {
            let others = every.filter { !names.contains($0) }.map { words.phrases[$0] }
            found = found.union(others.isEmpty ? photos : try written(others, photos))
        }
        guard found.count <= Self.most else { return }
        placed = ofPlace.intersection(found).subtracting(all)
        all = all.union(found)
    }
}
