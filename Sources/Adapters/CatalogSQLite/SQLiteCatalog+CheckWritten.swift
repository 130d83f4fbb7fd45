import EvokeValues

extension Connection {
    /// What is wrong with the full-text index; nil if it matches the photos.
    func faultOfFullText() throws(EvokeError) -> String? {
        var expected = TermSum()
        var (photos, areRowsRight, words) = (0, true, Set<String>())
        let row = try statement("\(FullText.select) WHERE rowid = ?")
        try forEachPhoto { photo, texts throws(EvokeError) in
            photos += 1
            let values = FullText.row(texts)
            words.formUnion(texts.misreadable)
            for (column, text) in values.enumerated() { expected.add(text, column, of: photo) }
            row.bind(photo)
            defer { row.reset() }
            guard try row.step() else {
                areRowsRight = false
                return
            }
            for (column, text) in zip(Int32(1)..., values) {
                let isRight = row.isNull(column) ? text == nil : row.text(column) == text
                areRowsRight = areRowsRight && isRight
            }
        }
        let rows = try count("SELECT count(*) FROM written")
        var found = TermSum()
        try execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, written, instance)")
        let terms = try statement("SELECT term, doc, col, offset FROM temp.terms")
        defer { terms.reset() }
        let columns = ["name"] + SearchReason.Field.ofTexts.map(\.rawValue)
        while try terms.step() {
            found.add(
                terms.blob(0), columns.firstIndex(of: terms.text(2)) ?? -1, Int(terms.integer(3)), of: terms.integer(1))
        }
        let areWordsThere = try words.isSubset(of: misreadableWords())
        return areRowsRight && areWordsThere && rows == photos && expected == found
            ? nil : "the full-text index does not match the photos"
    }
}

/// A sum over terms and their positions that does not depend on their order.
private struct TermSum: Equatable {
    private var sum: UInt64 = 0

    mutating func add(_ text: String?, _ column: Int, of photo: Int64) {
        for (place, term) in (text ?? "").utf8.split(separator: UInt8(ascii: " ")).enumerated() {
            add(Array(term), column, place, of: photo)
        }
    }

    mutating func add(_ term: some Sequence<UInt8>, _ column: Int, _ place: Int, of photo: Int64) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
        for byte in term { mix(UInt64(byte)) }
        mix(UInt64(bitPattern: photo))
        mix(UInt64(truncatingIfNeeded: column))
        mix(UInt64(place))
        sum &+= hash ^ hash >> 29
    }
}
