import Testing

@testable import EvokeValues

@Suite struct TidyStepTests {
    private func card(_ number: Int64, _ content: UInt8? = nil) -> PhotoCard {
        PhotoCard(
            id: PhotoID(number), path: DiskPath("/\(number)"),
            stamp: FileStamp(size: 1, modifiedNanoseconds: 0, inode: 0),
            content: content.map { ContentDigest(high: UInt64($0), low: 0) }, size: nil, taken: nil)
    }

    private func group(_ kind: DuplicateGroup.Kind, _ cards: PhotoCard...) -> DuplicateGroup {
        DuplicateGroup(kind, cards.map { DuplicateGroup.Member($0, merits: []) })
    }

    private func steps(_ groups: DuplicateGroup...) -> [[Int64]] {
        DuplicateGroup.steps(of: groups).map { [$0.goes.id.value, $0.stays.id.value, $0.isExact ? 1 : 0] }
    }

    @Test func eachGoesOnceAndWhatStaysStays() {
        let (first, copy, larger) = (card(1, 7), card(2, 7), card(3, 8))
        #expect(steps(group(.exact, first, copy)) == [[2, 1, 1]])
        // The one that would stay goes instead of a larger one, and its copy with it.
        #expect(steps(group(.exact, first, copy), group(.same, larger, first, copy)) == [[2, 3, 0], [1, 3, 0]])
    }

    @Test func aMomentsOtherShotsTakeTheirCopiesAlong() {
        let (best, other, small) = (card(1), card(2), card(3))
        #expect(steps(group(.same, other, small), group(.burst, best, other)) == [[3, 1, 0], [2, 1, 0]])
    }

    @Test func whatStaysGetsTheMarksThatItDoesNotHave() {
        let goes: Set<Mark> = [.favorite, .rating(5), .caption("a"), .tag("Sea"), .album("Best"), .hidden]
        let edit = MarkEdit(of: goes, missingIn: [.rating(2), .tag("sea"), .album("Zoo")])
        #expect(Set(edit.adding) == [.favorite, .caption("a"), .album("Best")] && edit.removing.isEmpty)
        #expect(MarkEdit(of: [.rating(-1)], missingIn: []).adding.isEmpty, "what stays was not rejected")
    }

    @Test func groupsThatContradictEachOtherEndSomewhere() {
        let (first, second) = (card(1), card(2))
        #expect(steps(group(.same, first, second), group(.burst, second, first)) == [[2, 1, 0]] && steps().isEmpty)
    }
}
