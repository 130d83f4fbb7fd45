import EvokeIndexing
import EvokeValues
import Testing

@Suite struct SettlingTests {
    private let start = ContinuousClock.now
    private var settling = Settling(quiet: .seconds(2), patience: .seconds(30), pause: .seconds(600))
    private let photo = DiskPath("/p/a.jpg")

    @Test mutating func aChangeIsTakenOnceAfterQuiet() {
        #expect(settling.due == nil && settling.take(at: start) == nil)
        settling.record(.changed(photo), at: at(0))
        settling.record(.touched(DiskPath("/p/in/b.jpg")), at: at(1))
        #expect(settling.due == at(3))
        let taken = [2, 3, 60].map { settling.take(at: at($0)) }
        #expect(
            taken == [nil, FolderChanges(folders: [DiskPath("/p"), DiskPath("/p/in")]), nil] && settling.due == nil)
    }

    @Test mutating func whatNeverRestsIsTakenAllTheSame() {
        for second in 0...40 { settling.record(.changed(DiskPath("/p/\(second).jpg")), at: at(second)) }
        #expect(settling.due == at(30) && settling.take(at: at(40)) != nil)
    }

    @Test mutating func aFileIsLeftAloneWhileItIsBeingWritten() {
        for second in 0..<120 { settling.record(.writing(photo), at: at(second)) }
        #expect(settling.take(at: at(120)) == nil)
        settling.record(.changed(DiskPath("/p/b.jpg")), at: at(120))
        #expect(settling.take(at: at(122)) == FolderChanges(folders: [DiskPath("/p")], unfinished: [photo]))
        settling.record(.touched(photo), at: at(123))
        #expect(settling.take(at: at(125))?.unfinished == [photo], "another stamp is not its end")
        settling.record(.changed(photo), at: at(130))
        #expect(settling.take(at: at(132)) == FolderChanges(folders: [DiskPath("/p")]))
    }

    @Test mutating func aFileWhoseEndNobodyHeardOfIsTakenInTheEnd() {
        settling.record(.writing(photo), at: at(0))
        settling.record(.writing(photo), at: at(9))
        #expect(settling.due == at(609) && settling.take(at: at(608)) == nil)
        #expect(settling.take(at: at(609)) == FolderChanges(folders: [DiskPath("/p")]))
    }

    @Test mutating func aFolderThatWentTakesItsUnfinishedFilesAlong() {
        settling.record(.writing(photo), at: at(0))
        settling.record(.writing(DiskPath("/q/a.jpg")), at: at(0))
        settling.record(.tree(DiskPath("/p")), at: at(0))
        let changes = settling.take(at: at(2))
        #expect(changes == FolderChanges(trees: [DiskPath("/p")], unfinished: [DiskPath("/q/a.jpg")]))
    }

    @Test mutating func anOverflowEndsWhatWasKnownOfFiles() {
        settling.record(.writing(photo), at: at(0))
        settling.record(.overflow, at: at(1))
        #expect(settling.due == nil)
    }

    @Test mutating func whatIsPutBackComesAgainLaterWithWhatHappenedSince() {
        settling.record(.changed(photo), at: at(0))
        let changes = settling.take(at: at(2))!
        settling.putBack(changes, until: at(12), at: at(2))
        settling.record(.tree(DiskPath("/p/in")), at: at(3))
        #expect(settling.due == at(12) && settling.take(at: at(11)) == nil)
        #expect(
            settling.take(at: at(12)) == FolderChanges(folders: [DiskPath("/p")], trees: [DiskPath("/p/in")]))
        settling.record(.changed(photo), at: at(20))
        #expect(settling.due == at(22), "the next changes wait no longer than any")
    }

    private func at(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }
}
