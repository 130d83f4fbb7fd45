import EvokeIndexing
import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Libraries in a database, whose photos several machines work on.
extension PhotoLibrary {
    /// Opens the library as one of several workers, with the model that it is searched with.
    ///
    /// Throws as ``open(_:access:model:precision:notify:upgrading:)`` does, and `EvokeError` of the kind `unsupported`
    /// for a library in a folder.
    package static func openToWork(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        try configuration.checkVectorPlace()
        // Opened for reading first, so that no library is created where there is none.
        let known = try await configuration.catalog.open(.read, upgrading: upgrading)
        _ = try shared(known)
        try await known.close()
        let catalog = try await configuration.catalog.open(.write, upgrading: upgrading)
        let engine = try await Engine.open(
            catalog.modelChoice(), configuration: configuration, havingVectorsOf: catalog.models())
        let vectors = try configuration.searching(engine.modelID, catalog) { _ in }
        return PhotoLibrary(OpenLibrary(configuration, catalog, nil, changesItself: true) { (engine, vectors) })
    }

    /// Works on photos that ``index(_:rereading:leavingWork:notify:)`` has planned here or elsewhere, until the task is
    /// canceled. Unfinished photos are then returned at once. When no photo is left, it reads text in photos, if
    /// ``LibraryConfiguration/readingTexts()`` has found a reader, and then finds faces, if the owner wants that and
    /// ``LibraryConfiguration/findingFaces()`` has found a finder.
    ///
    /// Throws as `index` does.
    ///
    /// - Parameter untilEmpty: end when nothing is left that this machine can reach.
    package func work(untilEmpty: Bool, notify: @escaping @Sendable (IndexEvent) -> Void) async throws -> IndexReport {
        try await engine.onNotice { notify(.problem($0)) }
        let (shared, engine) = (try await Self.shared(catalog), try await engine)
        let passes = latePasses(notify).map { $0.shared(in: shared, by: engine, rereading: nil) }
        return try await indexer().work(for: shared, untilEmpty: untilEmpty, passes: passes, notify: notify) {
            var report = IndexReport()
            await lookUpPlaces(in: &report, notify)
        }
    }

    /// Throws for a library without a queue of shared work.
    @discardableResult
    static func shared(_ catalog: any PhotoCatalog) throws(EvokeError) -> any WorkSharing {
        if let shared = catalog as? any WorkSharing { return shared }
        throw EvokeError(
            .unsupported, doing: "share the work on the library", subject: "",
            reason: "it is in a folder, and workers need a library in a database",
            remedies: [.index(), .chooseOption(.library)])
    }
}

extension PhotoLibrary {
    /// Reads text and finds faces while nothing else is to be done here or elsewhere: it yields to others that wait to
    /// write to the library, and resumes afterwards.
    static func runLaterPasses(
        in configuration: LibraryConfiguration, keeping engine: Engine?,
        while isWanted: @escaping @Sendable () async -> Bool,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        while await isWanted() {
            let givesWay = Locked(false)
            do {
                // Held until the library is closed, so that others wait instead of being told that the library is busy,
                // as they are if this lock cannot be taken.
                let mark = try? FileLock(file: configuration.lateWork)
                defer { withExtendedLifetime(mark) {} }
                let library = PhotoLibrary(
                    try await OpenLibrary.open(configuration, access: .write, waits: false, keeping: engine))
                try await library.closed {
                    try await library.runLaterPasses(
                        while: {
                            if FileLock.isHeld(configuration.waiting) { givesWay.withLock { $0 = true } }
                            return if givesWay.withLock(\.self) { false } else { await isWanted() }
                        }, notify: notify)
                }
                guard givesWay.withLock(\.self) else { return }
            } catch let error as EvokeError where error.kind == .libraryBusy {
                // The waiting writer goes first.
            }
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// Does the same until everything is read or it is no longer wanted. Text and faces alternate, so that neither
    /// waits for the other to finish. A failure of one is reported and does not stop the other.
    func runLaterPasses(
        inTurnsOf turn: Duration = .seconds(30), while isWanted: @escaping @Sendable () async -> Bool,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        var works: [LateWork] = []
        for pass in latePasses(notify) {
            if let work = try await telling(notify, { try await pass.work(rereading: nil) }) { works.append(work) }
        }
        while !works.isEmpty {
            var rest: [LateWork] = []
            for work in works {
                let isLeft = try await telling(notify) { try await Self.takeTurn(of: turn, at: work, while: isWanted) }
                if isLeft ?? false { rest.append(work) }
            }
            guard await isWanted() else { return }
            works = rest
        }
    }

    /// Takes at least some photos. Returns whether there may be more.
    private static func takeTurn(
        of turn: Duration, at work: LateWork, while isWanted: @escaping @Sendable () async -> Bool
    ) async throws -> Bool {
        let end = ContinuousClock.now + turn
        let state = Locked((hasBegun: false, isLeft: false))
        try await work {
            let goesOn = await isWanted()
            return state.withLock { state in
                if !goesOn || (state.hasBegun && .now >= end) { state.isLeft = true }
                state.hasBegun = true
                return !state.isLeft
            }
        }
        return state.withLock(\.isLeft)
    }

    /// Nil after a failure, which is reported.
    private func telling<Result>(
        _ notify: (IndexEvent) -> Void, _ body: () async throws -> Result?
    ) async throws -> Result? {
        do {
            return try await body()
        } catch let error as EvokeError where !error.kind.isOfCatalog {
            notify(.problem(error))
            return nil
        }
    }
}
