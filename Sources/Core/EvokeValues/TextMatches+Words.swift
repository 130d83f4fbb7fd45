extension TextMatches {
    /// What is asked of an index of texts.
    package enum IndexQuery {
        /// The words are the name of the file.
        case name
        /// These phrases are written somewhere.
        case all([TextQuery.Phrase])
        /// All of the words are written on the photo itself.
        case own
        /// All of the words are written elsewhere than in the picture.
        case aroundPicture
        /// All of the words are written somewhere, or misread in the picture.
        case misread
    }

    /// Which words of pictures a catalogue knows; nil where nothing is written in any picture.
    package typealias Misreadings<Failure: Error> = (Misreading) throws(Failure) -> [String]

    /// As many are read at most where only some of them count. It takes a few hundredths of a second.
    private static let mostRead = 10 * most

    /// - Parameters:
    ///   - taken: for each of the words' names of places, the photos that were taken there.
    ///   - misreadings: the words in pictures that fit; nil where nothing is written in any picture.
    ///   - find: photos that answer a question about words, so many at most.
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
            // What too many photos have says nothing when it is misread either.
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

    /// Adds the photos on which a part of the words is written and whose places have the names that are the rest.
    ///
    /// - Parameters:
    ///   - taken: for each of the words' names of places, the photos that were taken there.
    ///   - written: those of some photos on which all of these phrases are written.
    private mutating func add<Failure: Error>(
        _ taken: [PhotoSet], for words: TextQuery,
        written: ([TextQuery.Phrase], PhotoSet) throws(Failure) -> PhotoSet
    ) throws(Failure) {
        let every = words.phrases.indices
        // By the phrases that are names of their places: photos with the same ones are looked for together.
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
