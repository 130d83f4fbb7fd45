import EvokeIndexing
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// What is made of notices, whoever gives them.
@Suite struct FolderWatchRuleTests {
    private let notices = CannedNotices()
    private let watch: FolderWatch
    private let folder = DiskPath("/photos")

    init() {
        watch = FolderWatch(over: notices, isPhoto: { $0.suffix == "jpg" }, isSkipped: { _ in false })
    }

    @Test func onlyASystemThatGivesNoMoreWatchesIsAFailure() {
        let isAdded = [WatchOutcome.watched(1), .nothingThere, .noMore].map { outcome in
            notices.outcome.withLock { $0 = outcome }
            return watch.add(folder.appending("in"))
        }
        #expect(isAdded == [true, true, false])
    }

    @Test func whatWasLostIsToldAndWhatBelongsToNoWatchIsNot() throws {
        #expect(watch.add(folder))
        notices.give([notice(.overflow, of: -1, ""), notice(.closed, of: 99, "a.jpg"), notice(.closed, of: 1, "b.jpg")])
        #expect(try watch.events(within: .zero) == [.overflow, .changed(folder.appending("b.jpg"))])
    }

    @Test func aWatchThatHasEndedIsHeardOfNoMore() throws {
        #expect(watch.add(folder))
        notices.give([notice(.end, of: 1, ""), notice(.closed, of: 1, "a.jpg")])
        #expect(try watch.events(within: .zero).isEmpty)
    }

    @Test func whoeverStopsWatchingAFolderStopsWatchingWhatIsBelow() {
        for path in [folder, folder.appending("in"), DiskPath("/other")] {
            #expect(watch.add(path))
            notices.outcome.withLock { if case .watched(let number) = $0 { $0 = .watched(number + 1) } }
        }
        watch.remove(folder)
        #expect(notices.forgotten.withLock { $0.sorted() } == [1, 2])
    }

    private func notice(_ happened: FolderNotice.Happening, of watch: Int32, _ name: String) -> FolderNotice {
        FolderNotice(watch: watch, happened, name: Array(name.utf8), isOfFolder: false)
    }
}

private final class CannedNotices: FolderNoticing {
    let outcome = Locked(WatchOutcome.watched(1))
    let forgotten = Locked<[Int32]>([])
    private let waiting = Locked<[FolderNotice]>([])

    func give(_ notices: [FolderNotice]) { waiting.withLock { $0 += notices } }

    func watch(_ folder: DiskPath) -> WatchOutcome { outcome.withLock { $0 } }
    func forget(_ watch: Int32) { forgotten.withLock { $0.append(watch) } }
    func wake() {}
    func next(within time: Duration) throws(EvokeError) -> [FolderNotice] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
