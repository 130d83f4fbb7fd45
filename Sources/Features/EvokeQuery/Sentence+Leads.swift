/// What precedes a place without being one of the prepositions that the search for places knows.
extension Sentence {
    /// Which words lead to places, and what replaces them.
    var leads: [(Range<String.Index>, String, isBehind: Bool)] {
        let pieces = pieces
        var leads: [(Range<String.Index>, String, isBehind: Bool)] = []
        for (index, piece) in pieces.enumerated() {
            let next = index + 1 < pieces.count ? pieces[index + 1] : nil
            let isOpen = next.map { $0.range.lowerBound > piece.range.upperBound } ?? true
            let gap = isOpen ? "" : " "
            if piece.turnsBefore, let first = piece.key.unicodeScalars.first, SentencePiece.isUnspaced(first) {
                leads.append((piece.range, "で", true))
            } else if piece.has(.outside) || piece.has(.not), let first = piece.key.unicodeScalars.first {
                if SentencePiece.isUnspaced(first) {
                    if piece.has(.outside) { leads.append((piece.range, first.value < 0xE80 ? "ใน" : "在", false)) }
                } else if let next, Self.mayBeName(next) {
                    let isCyrillic = (0x400...0x4FF).contains(first.value)
                    leads.append((piece.range, (isCyrillic ? "в" : piece.has(.outside) ? "in" : "to") + gap, false))
                }
            } else if piece.has(.or), let first = piece.key.unicodeScalars.first, SentencePiece.isUnspaced(first) {
                let isThai = first.value < 0xE80
                let isKana = (0x3040...0x30FF).contains(first.value)
                leads.append((piece.range, isThai ? "ใน" : isKana ? "で" : "在", isBehind: isKana))
            } else if FillerWords.isOf(piece.key), index > 0, FillerWords.isPicture(pieces[index - 1].key), let next,
                next.key != "a", next.key != "an"
            {
                leads.append((pieces[index - 1].range.lowerBound..<piece.range.upperBound, "to" + gap, false))
            } else if FillerWords.isPicture(piece.key),
                (0x400...0x4FF).contains(piece.key.unicodeScalars.first?.value ?? 0),
                let next, next.isPlain, words[next.range].first?.isUppercase == true
            {
                // "Фото Индии" has no preposition.
                leads.append((piece.range, "в", false))
            } else if piece.key == "to", index > 0, FillerWords.isTrip(pieces[index - 1].key) {
                leads.append((piece.range, "in", false))
            }
        }
        return leads
    }

    private static let articles: Set = [
        "the", "la", "le", "les", "l'", "der", "die", "den", "dem", "el", "los", "il", "de", "o", "a",
    ]

    /// Whether no preposition follows, which would lead to the place itself.
    private static func mayBeName(_ piece: SentencePiece) -> Bool {
        piece.isPlain || articles.contains(piece.key) && piece.key != "a"
    }
}
