import EvokePorts
package import EvokeValues

extension ParsedQuery {
    /// A date, a place, a person, a camera or a kind of photo mentioned in plain words.
    package struct Mention: Hashable, Sendable {
        package enum Kind: Hashable, Sendable { case date, place, person, camera, photos }

        /// Its range in the words, with the preceding preposition.
        package var range: Range<String.Index>
        package let kind: Kind
        /// The condition it expresses by itself.
        package let part: SearchQuery.Part
        /// Whether a word makes it more than a plain date: "before", "ago".
        var isTurned = false
        /// Whether it counts only if the other words mean nothing.
        package var isWeak = false

        package init(_ range: Range<String.Index>, _ kind: Kind, _ part: SearchQuery.Part) {
            (self.range, self.kind, self.part) = (range, kind, part)
        }
    }
}

extension ParsedQuery {
    /// Whether a lowercase word joins what is next to it: "and", "oder".
    package static func joins(_ word: String) -> Bool { SentencePiece.joins(word.foldedWord) }

    /// The end of the first word of a text, if that means nothing next to what was understood: "photos", 写真.
    package static func idle(_ text: Substring) -> String.Index? {
        guard let first = text.unicodeScalars.first else { return nil }
        if SentencePiece.isUnspaced(first) {
            return FillerWords.unspaced.first(where: text.hasPrefix).map {
                text.index(text.startIndex, offsetBy: $0.count)
            }
        }
        let end = text.firstIndex(where: \.isWhitespace) ?? text.endIndex
        return FillerWords.isFiller(text[..<end].foldedWord) ? end : nil
    }
}

extension ParsedQuery.Mention {
    /// The dates expressed in bare words, as in "beach last summer", "im Mai 2019" or "before 2010".
    ///
    /// Words stay words if they may well mean something else. A month needs a year or a preposition, a weekday needs a
    /// preposition or "last", a season and Christmas need a year or "last". A four-digit year, from 1900 to next year,
    /// counts after a preposition, next to another word for a date, and at the end of several words ("beach 2019");
    /// elsewhere it counts only if everything else is understood ("2012 in India", but not "1984 poster"). The language
    /// whose dates have the most letters wins, then the one in which more of them are qualified ("na 2010"), then the
    /// first.
    ///
    /// - Parameters:
    ///   - now: in the user's local time.
    ///   - languages: the user's, the preferred one first.
    static func dates(in words: String, now: CivilTime, _ languages: [QueryLanguage]) -> [ParsedQuery.Mention] {
        var best: (mentions: [ParsedQuery.Mention], length: Int, turned: Int) = ([], 0, 0)
        var ordinary: Set<String> = []
        for language in languages {
            let dictionary = DateDictionary.of(language)
            let tokens = DateToken.all(in: words, dictionary)
            var (mentions, length) = ([ParsedQuery.Mention](), 0)
            for phrase in DatePhrase.all(in: tokens, now: now, in: language) {
                let found = tokens[phrase.tokens]
                let isOrdinary =
                    found.contains { ordinary.contains($0.key) }
                    && found.allSatisfy { $0.number != nil || ordinary.contains($0.key) }
                guard !isOrdinary, let first = found.first, let last = found.last else { continue }
                let range = first.range.lowerBound..<last.range.upperBound
                var mention = ParsedQuery.Mention(range, .date, .test(.taken(phrase.span)))
                (mention.isTurned, mention.isWeak) = (phrase.isTurned, phrase.isWeak)
                mentions.append(mention)
                length += words.unicodeScalars[range].count
            }
            let turned = mentions.count(where: \.isTurned)
            if (length, turned) > (best.length, best.turned) { best = (mentions, length, turned) }
            ordinary.formUnion(dictionary.ordinary)
        }
        return best.mentions
    }
}

extension ParsedQuery.Mention {
    /// Videos and favorites: "videos of dogs", "my favorite photos". Words stay words where they may be about what a
    /// photo shows: "video games", "watching a video", "my favorite toy". "Photos and videos" are all photos.
    static func photos(in words: String) -> [ParsedQuery.Mention] {
        let pieces = SentencePiece.all(in: words.startIndex..<words.endIndex, of: words)
        let areAll = pieces.contains { FillerWords.photos.contains($0.key) }
        return pieces.indices.compactMap { index in
            let (piece, before, behind) = (pieces[index], pieces[..<index].last, pieces[(index + 1)...].first)
            func mention(_ end: SentencePiece, _ test: PhotoTest, isWeak: Bool) -> ParsedQuery.Mention {
                var mention = ParsedQuery.Mention(
                    piece.range.lowerBound..<end.range.upperBound, .photos, .test(test))
                mention.isWeak = isWeak
                return mention
            }
            // Thai has a noun before what describes it, without a space.
            let isThai = piece.key.unicodeScalars.allSatisfy { (0xE00..<0xE80).contains($0.value) }
            if FillerWords.videos.contains(piece.key), !areAll, isThai || behind?.isPlain != true {
                let end = behind.flatMap { FillerWords.ofWords.contains($0.key) ? $0 : nil } ?? piece
                let isOne = before.map { FillerWords.articles.contains($0.key) } ?? false
                return mention(end, .fileEnding(PhotoFormat.video.endings), isWeak: isOne && behind == nil)
            }
            guard FillerWords.favorites.contains(piece.key) else { return nil }
            let isOfPictures = [before, behind].contains { $0.map { FillerWords.pictures.contains($0.key) } ?? false }
            return mention(piece, .favorite, isWeak: !isOfPictures)
        }
    }
}

extension ParsedQuery {
    /// Folded words that join people, and are removed along with a name: "with Anna", "Anna and Ben".
    static let joining: Set = [
        "with", "and", "of", "mit", "und", "von", "avec", "et", "con", "y", "com", "e", "met", "en", "i", "и", "с",
        "со",
    ]
    /// After one of these, a word alone is not a name: "a rose".
    private static let articles: Set = [
        "a", "an", "the", "this", "that", "ein", "eine", "einen", "einer", "der", "die", "das", "den", "dem", "un",
        "une",
        "la", "le", "les", "una", "el", "los", "las", "um", "uma", "o", "os", "as", "il", "lo", "gli", "een", "het",
        "de",
    ]

    /// The same, with the people in its plain words: "Anna at the beach". A name needs a capital, or two of its words:
    /// "rose" is a flower, and "Rose" a person. Without a capital, one word counts if the others mean nothing: "photos
    /// of anna". After a word that leads to a place, as in "in Florence", it is not a name.
    ///
    /// - Parameters:
    ///   - known: the names given in the library.
    ///   - leadsToPlace: whether a folded word leads to a place.
    package func understanding(
        people known: KnownNames, leadsToPlace: (String) -> Bool
    ) throws(EvokeError) -> ParsedQuery {
        guard !known.names.isEmpty else { return self }
        return try understanding(.person) { words throws(EvokeError) in
            let terms = TextTerm.all(in: words)
            var (mentions, start) = ([Mention](), 0)
            while start < terms.count {
                let before = start > 0 ? terms[start - 1].text : ""
                let longest = min(KnownNames.mostWords, terms.count - start)
                let length =
                    leadsToPlace(before)
                    ? nil
                    : (1...longest).last { length in known.contains(terms[start..<start + length].map(\.text)) }
                guard let length else {
                    start += 1
                    continue
                }
                let name = terms[start].range.lowerBound..<terms[start + length - 1].range.upperBound
                var mention = Mention(name, .person, .test(.person(String(words[name]))))
                mention.isWeak = length == 1 && !words[name.lowerBound].isUppercase
                if !mention.isWeak || !Self.articles.contains(before) { mentions.append(mention) }
                start += length
            }
            return mentions
        }
    }
}

extension ParsedQuery {
    /// Whether its plain words say how a photo was taken, so that a camera may be meant.
    package var tellsOfTaking: Bool {
        query.parts.contains { part in
            guard case .words(let text) = part else { return false }
            return SentencePiece.all(in: text.startIndex..<text.endIndex, of: text).contains {
                FillerWords.taking.contains($0.key)
            }
        }
    }

    /// The same, with the cameras in its plain words: "taken with a Nikon", "shot on my iPhone".
    ///
    /// - Parameter known: the names of the cameras in a library. Any of their words is enough.
    package func understanding(cameras known: KnownNames) throws(EvokeError) -> ParsedQuery {
        try understanding(.camera) { words throws(EvokeError) in
            let pieces = SentencePiece.all(in: words.startIndex..<words.endIndex, of: words)
            guard pieces.contains(where: { FillerWords.taking.contains($0.key) }) else { return [] }
            let terms = TextTerm.all(in: words)
            var (mentions, start) = ([Mention](), 0)
            while start < terms.count {
                let longest = min(KnownNames.mostWords, terms.count - start)
                // The "A" of "PowerShot A 70" is not enough.
                let shortest = terms[start].text.count > 1 && !FillerWords.articles.contains(terms[start].text) ? 1 : 2
                let length = (1...longest).last { length in
                    length >= shortest && known.contains(terms[start..<start + length].map(\.text))
                }
                guard let length else {
                    start += 1
                    continue
                }
                let name = terms[start].range.lowerBound..<terms[start + length - 1].range.upperBound
                start += length
                guard let range = Self.taking(with: name, of: pieces, behind: mentions.last) else { continue }
                mentions.append(Mention(range, .camera, .test(.camera(String(words[name])))))
            }
            return mentions
        }
    }

    /// A camera's name with the words around it that identify it as one: "taken with a", で撮った. Nil if there are none.
    ///
    /// - Parameter last: the preceding camera, to which it may be joined.
    private static func taking(
        with name: Range<String.Index>, of pieces: [SentencePiece], behind last: Mention?
    ) -> Range<String.Index>? {
        let before = pieces.prefix { $0.range.upperBound <= name.lowerBound }.reversed()
        let behind = pieces.drop { $0.range.lowerBound < name.upperBound }
        if let with = behind.first, with.key == "で" {
            let taken = behind.dropFirst().prefix { FillerWords.taking.contains($0.key) }
            return name.lowerBound..<(taken.last ?? with).range.upperBound
        }
        guard let with = before.first(where: { !FillerWords.articles.contains($0.key) }) else { return nil }
        if let last, with.has(.or) || with.has(.and),
            !pieces.contains(where: {
                last.range.upperBound <= $0.range.lowerBound && $0.range.upperBound <= with.range.lowerBound
            })
        {
            return with.range.upperBound..<name.upperBound
        }
        guard FillerWords.withWords.contains(with.key) else { return nil }
        let start =
            before.drop { $0.range.lowerBound >= with.range.lowerBound }.prefix { FillerWords.taking.contains($0.key) }
            .last ?? with
        let end = behind.prefix { FillerWords.taking.contains($0.key) }.last?.range.upperBound ?? name.upperBound
        return start.range.lowerBound..<end
    }
}
