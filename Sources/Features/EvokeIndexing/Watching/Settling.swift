package import EvokeValues

/// Collects changes in folders until they settle, so that they are processed together.
package struct Settling: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// How long it must be quiet.
    private let quiet: Duration
    /// The longest wait for the first change if it never gets quiet.
    private let patience: Duration
    /// How long after the last write an unclosed file counts as complete.
    private let pause: Duration

    private var pending = FolderChanges()
    private var first: Instant?
    private var last: Instant?
    private var notBefore: Instant?
    private var writing: [FilePath: Instant] = [:]

    package init(quiet: Duration, patience: Duration, pause: Duration) {
        self.quiet = quiet
        self.patience = patience
        self.pause = pause
    }

    package mutating func record(_ event: FolderEvent, at now: Instant) {
        switch event {
        case .writing(let file):
            writing[file] = now
            return
        case .changed(let file):
            writing[file] = nil
            insert(parentOf: file)
        case .touched(let file):
            insert(parentOf: file)
        case .tree(let folder):
            // Their end will not be reported under these names.
            writing = writing.filter { !$0.key.isInside(folder) }
            pending.trees.insert(folder)
        case .overflow:
            writing = [:]
            return
        }
        first = first ?? now
        last = now
    }

    /// When changes can be taken if nothing else happens.
    package var due: Instant? {
        let forgotten = writing.values.min().map { $0 + pause }
        guard let first, let last else { return forgotten }
        let settled = min(last + quiet, first + patience)
        let due = notBefore.map { max($0, settled) } ?? settled
        return forgotten.map { min($0, due) } ?? due
    }

    /// The changes that have settled; nil if there are none yet.
    package mutating func take(at now: Instant) -> FolderChanges? {
        for (file, written) in writing where written + pause <= now { record(.changed(file), at: written) }
        guard let due, due <= now, !pending.isEmpty else { return nil }
        defer {
            pending = FolderChanges()
            (first, last, notBefore) = (nil, nil, nil)
        }
        pending.unfinished = Set(writing.keys)
        return pending
    }

    /// Takes back changes that could not be processed, to be offered again later.
    package mutating func putBack(_ changes: FolderChanges, until later: Instant, at now: Instant) {
        pending.folders.formUnion(changes.folders)
        pending.trees.formUnion(changes.trees)
        first = first ?? now
        last = last ?? now
        notBefore = later
    }

    private mutating func insert(parentOf file: FilePath) {
        if let folder = file.parent { pending.folders.insert(folder) }
    }
}
