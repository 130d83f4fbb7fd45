package import EvokeValues

extension CatalogConnection {
    /// Ends a transaction: updates the full text, and logs for followers what has changed.
    package func logChanges() throws(EvokeError) {
        try followFullText()
        let (vectors, photos) = (changes.vectors.sorted(), changes.photosWithSameText.sorted())
        let last = try log(vectors, photos)
        try trim(.vectors, to: last.vectors, by: vectors.count)
        try trim(.photos, to: last.photos, by: photos.count)
    }

    /// Drops old entries from time to time.
    private func trim(_ log: CatalogLog, to number: Int64, by count: Int) throws(EvokeError) {
        guard number / 1_024 != (number - Int64(count)) / 1_024 else { return }
        // Followers that are further behind read everything again.
        let kept: Int64 = log == .vectors ? 262_144 : 65_536
        try run("DELETE FROM \(log.rawValue)_changes WHERE number <= $1", number - kept)
    }

    /// Makes followers of the log read everything again.
    package func beginAnew(_ log: CatalogLog) throws(EvokeError) {
        try run("DELETE FROM \(log.rawValue)_changes")
        switch log {
        case .vectors: changes.vectors.insert(CatalogChanges.Vector(model: -1, photo: -1))
        case .photos: changes.photosWithSameText.insert(-1)
        }
    }

    /// Updates the full text of the photos that the transaction has changed so far. `notify` gets how many are done.
    package func followFullText(notify: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws(EvokeError) {
        try writeTexts(
            of: changes.photos, knowing: changes.texts.mapValues { (path: kept($0.path), metadata: $0.metadata) },
            notify: notify)
        leaveFullText()
    }

    /// Says that full text depends on nothing that was changed since.
    package func leaveFullText() {
        changes.photosWithSameText.formUnion(changes.photos)
        (changes.photos, changes.texts) = ([], [:])
    }
}
