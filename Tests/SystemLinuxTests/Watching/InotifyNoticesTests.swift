import EvokeIndexing
import EvokeTestSupport
import EvokeValues
import SystemLinux
import Testing

@Suite struct InotifyNoticesTests {
    private let folder = TemporaryFolder()
    private let notices: InotifyNotices

    init() throws {
        notices = try InotifyNotices()
    }

    @Test func aFolderThatIsWatchedAlreadyKeepsItsNumberUnderItsNewName() throws {
        try folder.write("old/a", "one".utf8)
        let first = try number(of: notices.watch(folder.path.appending("old")))
        try folder.move("old", to: "new")
        #expect(try number(of: notices.watch(folder.path.appending("new"))) == first)
    }

    @Test func whatIsNotThereAndWhatIsNoFolderCannotBeWatched() throws {
        let file = try folder.write("a", "one".utf8)
        for path in [file, folder.path.appending("none")] {
            guard case .nothingThere = notices.watch(path) else {
                Issue.record("\(path) is watched")
                continue
            }
        }
    }

    @Test func hearsWhatWasDoneAndToWhat() throws {
        let watch = try number(of: notices.watch(folder.path))
        try folder.write("made", "one".utf8)
        try folder.write("in/deep", "two".utf8)
        let heard = try notices.next(within: .zero)
        #expect(heard.allSatisfy { $0.watch == watch })
        let names = heard.map { String(decoding: $0.name, as: UTF8.self) }
        #expect(names.first?.hasPrefix("made.") == true, "it is written under another name")
        #expect(zip(names, heard).contains { $0 == "made" && $1.happened == .came && !$1.isOfFolder })
        #expect(zip(names, heard).contains { $0 == "in" && $1.happened == .created && $1.isOfFolder })
    }

    @Test func aFolderThatIsForgottenOrGoneIsHeardToTheEndAndNoMore() throws {
        try folder.write("in/a", "one".utf8)
        let watch = try number(of: notices.watch(folder.path.appending("in")))
        notices.forget(watch)
        #expect(try notices.next(within: .zero).map(\.happened) == [.end])
        try folder.write("in/b", "two".utf8)
        #expect(try notices.next(within: .zero).isEmpty)
    }

    private func number(of outcome: WatchOutcome) throws -> Int32 {
        guard case .watched(let number) = outcome else { throw NotWatched() }
        return number
    }

    private struct NotWatched: Error {}
}
