package import EvokeValues

extension ParsedQuery {
    /// Whether its plain words say how a photo was taken, so that a camera may be meant.
    package var tellsOfTaking: Bool {
        query.parts.contains { part in
            guard case .words(let text) = part else { return false }
            return SentencePiece.all(in: text.startIndex..<text.endIndex, of: text).contains { Self.isTaking($0.key) }
        }
    }

    /// The same, with the cameras in its plain words: "taken with a Nikon", "shot on my iPhone".
    ///
    /// - Parameter known: the names of the cameras in a library. Any of their words is enough.
    package func understanding(cameras known: KnownNames) throws(EvokeError) -> ParsedQuery {
        try understanding(.camera) { words throws(EvokeError) in
            let pieces = SentencePiece.all(in: words.startIndex..<words.endIndex, of: words)
            guard pieces.contains(where: { Self.isTaking($0.key) }) else { return [] }
            let terms = TextTerm.all(in: words)
            var (mentions, start) = ([Mention](), 0)
            while start < terms.count {
                let longest = min(KnownNames.mostWords, terms.count - start)
                // The "A" of "PowerShot A 70" is not enough.
                let shortest = terms[start].text.count > 1 && !FillerWords.isArticle(terms[start].text) ? 1 : 2
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

    private static func isTaking(_ key: String) -> Bool { FillerWords.isTaking(key) }

    /// A camera's name with the words around it that identify it as one: "taken with a", で撮った. Nil if there are none.
    ///
    /// - Parameter last: the preceding camera, to which it may be joined.
    private static func taking(
        with name: Range<String.Index>, of pieces: [SentencePiece], behind last: Mention?
    ) -> Range<String.Index>? {
        let before = pieces.prefix { $0.range.upperBound <= name.lowerBound }.reversed()
        let behind = pieces.drop { $0.range.lowerBound < name.upperBound }
        if let with = behind.first, with.key == "で" {
            let taken = behind.dropFirst().prefix { isTaking($0.key) }
            return name.lowerBound..<(taken.last ?? with).range.upperBound
        }
        guard let with = before.first(where: { !FillerWords.isArticle($0.key) }) else { return nil }
        if let last, with.has(.or) || with.has(.and),
            !pieces.contains(where: {
                last.range.upperBound <= $0.range.lowerBound && $0.range.upperBound <= with.range.lowerBound
            })
        {
            return with.range.upperBound..<name.upperBound
        }
        guard FillerWords.isWith(with.key) else { return nil }
        let start =
            before.drop { $0.range.lowerBound >= with.range.lowerBound }.prefix { isTaking($0.key) }.last ?? with
        let end = behind.prefix { isTaking($0.key) }.last?.range.upperBound ?? name.upperBound
        return start.range.lowerBound..<end
    }
}
