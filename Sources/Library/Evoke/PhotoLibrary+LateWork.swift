import EvokeIndexing
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// What is looked for in photos that can be searched already, for as long as it is wanted: that is asked before photos are
/// taken. Called again, it goes on where it was left.
typealias LateWork = @Sendable (_ isWanted: @Sendable () async -> Bool) async throws -> Void

extension PhotoLibrary {
    /// Reads the texts in photos and finds faces, for as long as nothing else is to be done here or elsewhere: it gives way to
    /// whoever waits to write to the library, and goes on afterwards.
    ///
    /// Throws where the library fails, and `CancellationError`.
    static func lookFurther(
        in places: LibraryConfiguration, keeping engine: Engine?, while isWanted: @escaping @Sendable () async -> Bool,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        while await isWanted() {
            let givesWay = Locked(false)
            do {
                // Held until the library is closed, so that whoever waits is not told meanwhile that it is busy; where it cannot
                // be had, others are told so.
                let mark = try? FileLock(file: places.lateWork)
                defer { withExtendedLifetime(mark) {} }
                let library = try await open(places, access: .write, waits: false, keeping: engine)
                do {
                    try await library.lookFurther(
                        while: {
                            if FileLock.isHeld(places.waiting) { givesWay.withLock { $0 = true } }
                            return if givesWay.withLock(\.self) { false } else { await isWanted() }
                        }, notify: notify)
                } catch {
                    // The error that follows says more.
                    try? await library.close()
                    throw error
                }
                try await library.close()
                guard givesWay.withLock(\.self) else { return }
            } catch let error as EvokeError where error.kind == .libraryBusy {
                // That one goes first.
            }
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// The same, until all is read or it is not wanted any more. Texts and faces take turns, so that neither waits until all
    /// photos have had the other. What fails as such is told, and holds up nothing else.
    func lookFurther(
        inTurnsOf turn: Duration = .seconds(30), while isWanted: @escaping @Sendable () async -> Bool,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        let texts = try await telling(notify) { try await textWork(notify) }
        let faces = try await telling(notify) { try await faceWork(notify) }
        var works = [texts, faces].compactMap(\.self)
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

    /// Takes some photos at least. Gives whether some may be left.
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

    /// Nil for what fails as such, which is told.
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
