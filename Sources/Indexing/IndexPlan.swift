import PhotoCore

/// What a run has to do, found by comparing the disk with the catalogue.
struct IndexPlan: Sendable {
    struct Task: Sendable {
        let file: FolderScanner.File
        let isNew: Bool
        /// The picture is as it was; only what people say of it has changed.
        var isOfFactsOnly = false
        /// It is not known what the file holds, though it has been encoded.
        var lacksDigest = false
    }

    var tasks: [Task] = []
    /// Photos to be marked as gone or as there again.
    var marks: [CatalogChange] = []

    /// The photos that this run has found gone.
    var vanished: Set<PhotoID> {
        Set(marks.compactMap { if case .vanished(let photo) = $0 { photo } else { nil } })
    }

    /// Newest first, so that a large library is useful early.
    mutating func sort() {
        tasks.sort {
            let (left, right) = ($0.file.stamp.modifiedNanoseconds, $1.file.stamp.modifiedNanoseconds)
            return left == right ? $0.file.path < $1.file.path : left > right
        }
    }
}
