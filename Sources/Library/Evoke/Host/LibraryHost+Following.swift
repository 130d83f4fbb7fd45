public import EvokeValues
import EvokeWorkers

/// Changes in the folders that nobody has read yet.
struct UnreadChanges: Sendable {
    let changes: FolderChanges
    /// Called before a folder is read.
    let willRead: @Sendable (FilePath) -> Void
    /// Gets the result.
    let end: AsyncStream<Result<Void, EvokeError>>.Continuation
}

extension LibraryHost {
    /// Follows the library's folders until the task is canceled, as ``LibraryWatch`` does: reads all of them once, then
    /// what changes, in turn with other indexing here. It waits while indexing is paused, and while another process
    /// follows the folders.
    ///
    /// Failures are retried later. They are reported as news and to `notify`, once each.
    public nonisolated func followFolders(notify: @escaping @Sendable (EvokeError) -> Void) async {
        await followFolders(at: LibraryWatch.Pace(), notify)
    }

    package nonisolated func followFolders(
        at pace: LibraryWatch.Pace, _ notify: @escaping @Sendable (EvokeError) -> Void
    ) async {
        let told = Locked<EvokeError?>(nil)
        let tell = { @Sendable [news] (error: EvokeError) in
            let isKnown = told.withLock { told in
                defer { told = error }
                return told == error
            }
            guard !isKnown else { return }
            news.record(.problem(error))
            notify(error)
        }
        while !Task.isCancelled {
            do {
                let follower = try FolderFollower(places, pace: pace) {
                    if case .problem(let error) = $0 { tell(error) }
                }
                try await follower.run(
                    roots: { try await self.reading { try await $0.roots() } },
                    refresh: { changes, willRead in
                        try await self.refresh(changes, willRead)
                        told.withLock { $0 = nil }
                    })
            } catch let error as EvokeError {
                tell(error)
            } catch {
                // On cancellation, the loop ends.
            }
            // The same.
            try? await Task.sleep(for: pace.retry)
        }
    }

    private func refresh(_ changes: FolderChanges, _ willRead: @escaping @Sendable (FilePath) -> Void) async throws {
        try await follow()
        try Task.checkCancellation()
        let (ends, end) = AsyncStream.makeStream(of: Result<Void, EvokeError>.self)
        unread = UnreadChanges(changes: changes, willRead: willRead, end: end)
        begin()
        for await result in ends { return try result.get() }
        if underWay != .changes { unread = nil }
        throw CancellationError()
    }
}
