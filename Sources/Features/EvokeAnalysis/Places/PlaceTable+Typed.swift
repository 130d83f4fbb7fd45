package import EvokePorts
package import EvokeValues

/// A subset of the table, to be searched by prefixes of names.
package struct ChosenPlaces: Sendable {
    fileprivate let table: PlaceTable
    fileprivate let ids: [Int: PlaceID]
    /// For each row, whether it is in the subset.
    fileprivate let isChosen: [Bool]
}

extension PlaceTable {
    /// Ignores places that the table doesn't have.
    package func choice(of places: some Sequence<PlaceID>) throws(EvokeError) -> ChosenPlaces {
        var ids: [Int: PlaceID] = [:]
        var isChosen = [Bool](repeating: false, count: self.places.count)
        for id in places {
            guard let row = try row(of: id) else { continue }
            ids[row] = id
            isChosen[row] = true
        }
        return ChosenPlaces(table: self, ids: ids, isChosen: isChosen)
    }
}

extension ChosenPlaces {
    /// Returns at most `top` names that begin with the text. For each place, that is its usual name if it matches,
    /// otherwise one in a query language. For cities, whose names have no language, it can be the shortest name, but
    /// only from three letters on: in Irish, half of all countries begin with "an". For an empty text, returns all
    /// usual names.
    ///
    /// - Parameters:
    ///   - languages: if given, only names in one of these languages.
    ///   - rank: higher ranks come first; of places with the same name, only the highest is returned.
    package func names(
        beginning prefix: String, in languages: [String]? = nil, top: Int, rank: (PlaceID) -> Int
    ) throws(EvokeError) -> [(id: PlaceID, name: String)] {
        let start = Array(try table.fold(prefix).utf8)
        let keys = try shortestKeys(beginning: start)
        let rows = start.isEmpty ? ids : ids.filter { keys[$0.key] != nil }
        let ranked = rows.map { (row: $0, id: $1, rank: rank($1)) }.sorted { ($1.rank, $0.id) < ($0.rank, $1.id) }
        var (names, seen) = ([(PlaceID, String)](), Set<String>())
        for (row, id, _) in ranked where names.count < top {
            var name: String?
            if let languages {
                name = try table.name(of: id, beginning: start, in: languages)
            } else {
                name = try table.name(ofRow: row, beginning: start)
                if name == nil, start.count > 2, case .city = id, let key = keys[row] {
                    name = try table.capitalized(key)
                }
            }
            if let name, seen.insert(name).inserted { names.append((id, name)) }
        }
        return names
    }

    /// For the row of each matching place, its shortest name that begins with `start`.
    private func shortestKeys(beginning start: [UInt8]) throws(EvokeError) -> [Int: Int] {
        var shortest: [Int: Int] = [:]
        guard !start.isEmpty else { return shortest }
        for key in try table.keys(beginning: start) {
            for posting in try table.posting(key)..<max(table.posting(key), table.posting(key + 1)) {
                let row = Int(try table.postings.number(posting))
                guard row < isChosen.count, isChosen[row] else { continue }
                if let known = shortest[row], try table.key(known).count <= table.key(key).count { continue }
                shortest[row] = key
            }
        }
        return shortest
    }
}

extension PlaceTable {
    /// Folded names are in lower case.
    fileprivate func capitalized(_ key: Int) throws(EvokeError) -> String {
        try string(keys.number(key)).split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
    }

    fileprivate func name(
        of id: PlaceID, beginning start: [UInt8], in languages: [String]
    ) throws(EvokeError) -> String? {
        for language in languages {
            if let name = try name(of: id, in: language), try fold(name).utf8.starts(with: start) { return name }
        }
        return nil
    }

    fileprivate func name(ofRow row: Int, beginning start: [UInt8]) throws(EvokeError) -> String? {
        let usual = try string(places.number(row, 6))
        if try fold(usual).utf8.starts(with: start) { return usual }
        for name in try namesOf(row: row) {
            let language = try string(languages.number(Int(try names.number(name))))
            guard Self.languages.contains(String(language.prefix { $0 != "_" })) else { continue }
            let text = try string(names.number(name, 1))
            if try fold(text).utf8.starts(with: start) { return text }
        }
        return nil
    }
}
