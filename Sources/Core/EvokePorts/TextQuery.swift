package import EvokeValues

/// What a photo's text must contain to match plain words.
public struct TextQuery: Hashable, Sendable {
    /// Terms that must follow each other.
    package struct Phrase: Hashable, Sendable {
        package let terms: [TextTerm]
        /// As in the query.
        package let text: String

        /// Whether the last number may continue: `2019` begins `20190503`.
        package var isOpen: Bool {
            guard let last = terms.last else { return false }
            return last.kind == .number && last.text.utf8.count >= 3
        }

        /// In scripts without spaces, words have no clear ends, and a few letters are a part of many.
        fileprivate var isSure: Bool {
            guard terms.allSatisfy({ $0.kind == .letters }) else { return true }
            let isChinese = terms.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isChinese) }
            return terms.count >= (isChinese ? 1 : 3)
        }
    }

    /// More words at once are a description, which occurs nowhere literally.
    private static let mostPhrases = 16
    private static let longestName = 255

    /// As written.
    package let query: String
    /// A photo must contain all of them; empty if only the file name is compared.
    package let phrases: [Phrase]
    /// A file with this name is certainly meant.
    package let name: [String]
    /// Whether it is enough if a folder's or a camera's name contains all of them.
    package let saysMuch: Bool
    /// False if they may be parts of other words.
    package let isSure: Bool
    /// Those of the words that name places; empty until `naming` is called.
    package internal(set) var placeNames: [PlaceName] = []
    /// Words in pictures that may be misreadings of phrases, by phrase index.
    package internal(set) var misreadings: [Int: Set<String>] = [:]

    /// Nil if the words cannot occur in any text.
    package init?(_ query: String) {
        self.query = query
        name = TextTerm.all(in: query).map(\.text)
        guard !name.isEmpty, query.utf8.count <= Self.longestName else { return nil }
        let phrases = Self.words(of: query).compactMap(Self.phrase)
        self.phrases = phrases.count <= Self.mostPhrases ? phrases : []
        saysMuch = phrases.count > 1 || phrases.contains { $0.terms.count > 1 }
        isSure = phrases.allSatisfy(\.isSure)
    }

    private static let signsBetweenWords: Set<Character> = [
        ",", ";", ":", "/", "\\", "|", "(", ")", "[", "]", "{", "}", "\"", "!", "?", "、", "。", "，", "・", "「", "」",
    ]

    static func words(of query: String) -> [Substring] {
        query.split { $0.isWhitespace || signsBetweenWords.contains($0) }
    }

    /// Nil for words that mean nothing on their own, and for single letters.
    static func phrase(_ text: Substring) -> Phrase? {
        let terms = TextTerm.all(in: text)
        guard let first = terms.first else { return nil }
        if terms.count == 1, first.kind != .number {
            guard first.text.count > 1, !SmallWords.all.contains(first.text) else { return nil }
        }
        return Phrase(terms: terms, text: String(text))
    }

    /// Where its phrases occur in a text, each with its index.
    ///
    /// - Parameter isRead: whether the text was read in a picture, and may be misread.
    package func places(
        in text: String, isRead: Bool = false
    ) -> [(phrase: Int, range: Range<String.Index>)] {
        let terms = TextTerm.all(in: text)
        var places: [(phrase: Int, range: Range<String.Index>)] = []
        if isRead {
            for (number, words) in misreadings {
                places += terms.filter { words.contains($0.text) }.map { (number, $0.range) }
            }
        }
        for (number, phrase) in phrases.enumerated() {
            places += terms.places(of: phrase.terms, isOpen: phrase.isOpen).map { (number, $0) }
        }
        return places
    }
}

/// Photos that match words by text.
public struct TextMatches: Hashable, Sendable {
    /// The query is their file's name, with or without its file extension.
    package var named: PhotoSet
    /// All words occur in their text, or name the place where they were taken.
    package var all: PhotoSet
    /// All words occur in the photo's own text: file name, title, description or keywords.
    package var own: PhotoSet
    /// The words name the place where they were taken, and do not all occur in text.
    package var placed: PhotoSet
    /// Those of `all` that contain some of the words only in the picture.
    package var read: PhotoSet
    /// All words occur, possibly with a misread letter in the picture. Disjoint from the others.
    package var misread: PhotoSet
    /// How these words were misread: `TextQuery.misreadings`.
    package var misreadings: [Int: Set<String>] = [:]

    package init(
        named: PhotoSet = PhotoSet(), all: PhotoSet = PhotoSet(), own: PhotoSet = PhotoSet(),
        placed: PhotoSet = PhotoSet(), read: PhotoSet = PhotoSet(), misread: PhotoSet = PhotoSet()
    ) {
        (self.named, self.all, self.own, self.placed) = (named, all, own, placed)
        (self.read, self.misread) = (read, misread)
    }

    /// Words in the text of more photos do not distinguish them, and count only by their meaning.
    package static let most = 20_000
}

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
        self.init(.text, whole.map(\.text).joined(separator: " "), in: .place, pieces: pieces)
    }
}

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
            if everywhere.count <= Self.most {
                let words = try words.misread(as: misreadings)
                self.misreadings = words.misreadings
                if !words.misreadings.isEmpty { misread = Self.unlessTooMany(try find(.misread, words, Self.most + 1)) }
            }
        }
        try add(taken, for: words) { phrases, photos throws(Failure) in
            Self.unlessTooMany(try find(.all(phrases), words, Self.mostRead).filter { photos.contains($0) })
        }
        misread = misread.subtracting(all)
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
        _ taken: [PhotoSet], for words: TextQuery, written: ([TextQuery.Phrase], PhotoSet) throws(Failure) -> PhotoSet
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
