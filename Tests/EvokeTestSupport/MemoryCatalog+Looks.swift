public import EvokeValues

extension MemoryCatalog {
    public func photosWithoutLook(after photo: PhotoID, limit: Int) -> [PhotoCard] {
        let without = Set(rows.values.filter { $0.content != nil && $0.look == nil }.map(\.id))
        return Array(cards(after: photo, limit: .max).filter { without.contains($0.id) }.prefix(limit))
    }

    public func countWithoutLook() -> Int { photosWithoutLook(after: PhotoID(-1), limit: .max).count }

    public func note(_ looks: [ContentDigest: KeptLook]) {
        for (path, row) in rows { rows[path]?.look = row.content.flatMap { looks[$0] } ?? row.look }
    }

    public func looks(of contents: [ContentDigest]) -> [ContentDigest: PhotoLook] {
        let wanted = Set(contents)
        let known = rows.values.compactMap { row -> (ContentDigest, PhotoLook)? in
            guard let content = row.content, let kept = row.look else { return nil }
            return (content, kept.look)
        }
        return Dictionary(known.filter { wanted.contains($0.0) }, uniquingKeysWith: { first, _ in first })
    }

    public func countNotCompared(by judge: Int64) -> Int {
        tracesWithLook(comparedBy: judge, after: PhotoID(-1), limit: .max).count { !$0.isCompared }
    }

    public func tracesWithLook(
        comparedBy judge: Int64, after photo: PhotoID, limit: Int
    ) -> [(trace: PhotoTrace, isCompared: Bool)] {
        let found = rows.filter { $0.value.id > photo && $0.value.content != nil && $0.value.look != nil }
            .sorted { $0.value.id < $1.value.id }.prefix(limit)
        return found.map { path, row in
            let isCompared = row.comparison.map { $0.judge == judge && $0.taken == row.facts?.taken?.localSeconds }
            return (trace(of: row, at: path), isCompared ?? false)
        }
    }

    /// It remembers no state.
    public func lookNews(since stamp: VectorStamp?, comparedBy judge: Int64, limit: Int) -> LookNews {
        LookNews(stamp: VectorStamp(number: 0, token: 0), traces: nil)
    }

    public func note(_ resemblances: [ContentDigest: [Resemblance]], by judge: Int64) {
        for (path, row) in rows {
            guard let alike = row.content.flatMap({ resemblances[$0] }) else { continue }
            rows[path]?.comparison = (judge, row.facts?.taken?.localSeconds, alike)
        }
    }

    public func resemblances(by judge: Int64) -> [ContentDigest: [Resemblance]] {
        rows.values.reduce(into: [:]) { found, row in
            guard let content = row.content, let kept = row.comparison, kept.judge == judge, !kept.alike.isEmpty
            else { return }
            found[content] = kept.alike
        }
    }

    public func contentsHeldTwice() -> [ContentDigest] {
        Dictionary(grouping: rows.values.compactMap(\.content)) { $0 }.filter { $0.value.count > 1 }.map(\.key)
    }

    public func traces(of contents: [ContentDigest]) -> [PhotoTrace] {
        let wanted = Set(contents)
        return rows.filter { $0.value.canBeShown && $0.value.content.map(wanted.contains) ?? false }
            .map { trace(of: $0.value, at: $0.key) }
    }

    private func trace(of row: Row, at path: FilePath) -> PhotoTrace {
        PhotoTrace(
            row.id, content: row.content, size: row.size, bytes: row.stamp.size,
            isOfCamera: path.format?.isOfCamera ?? false, taken: row.facts?.taken, camera: row.facts?.camera?.model,
            signature: row.look?.signature)
    }
}
