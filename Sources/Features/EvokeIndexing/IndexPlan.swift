import EvokePorts
import EvokeValues

/// What a run has to do, found by comparing the disk with the catalogue.
struct IndexPlan: Sendable {
    struct Task: Sendable {
        var file: FolderScanner.File
        let isNew: Bool
        /// The picture is as it was; only what people say of it has changed.
        let isOfFactsOnly: Bool
        /// It is not known what the file holds, though it has been encoded.
        let lacksDigest: Bool
        private let before: Before

        /// Takes little room where it is nothing: a first run may have a million of them.
        private indirect enum Before {
            case nothing
            case known(KnownFile)
        }

        init(
            _ file: FolderScanner.File, known: KnownFile?, isNew: Bool, isOfFactsOnly: Bool = false,
            lacksDigest: Bool = false
        ) {
            self.file = file
            self.isNew = isNew
            self.isOfFactsOnly = isOfFactsOnly
            self.lacksDigest = lacksDigest
            before = known.map { .known($0) } ?? .nothing
        }

        /// What the catalogue has at its path.
        var known: KnownFile? {
            if case .known(let file) = before { file } else { nil }
        }
    }

    var tasks: [Task] = []
    /// Photos to be marked as gone or left out.
    var marks: [CatalogChange] = []

    /// The photos that this run has found gone.
    var vanished: Set<PhotoID> {
        Set(marks.compactMap { if case .vanished(let photo) = $0 { photo } else { nil } })
    }

    /// The photos that were gone, and whose places have files again that look different.
    var returned: Set<PhotoID> {
        Set(tasks.compactMap { task in task.known.flatMap { $0.isHere ? nil : $0.id } })
    }

    /// Newest first, so that a large library is useful early.
    mutating func sort() {
        tasks.sort {
            let (left, right) = ($0.file.stamp.modifiedNanoseconds, $1.file.stamp.modifiedNanoseconds)
            return left == right ? $0.file.path < $1.file.path : left > right
        }
    }
}
