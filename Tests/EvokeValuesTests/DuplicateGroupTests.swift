import Testing

@testable import EvokeValues

@Suite struct DuplicateGroupTests {
    private func card(
        _ number: Int64, inode: UInt64, modified: Int64 = 5, content: UInt64? = 1, size: Int64 = 10
    ) -> PhotoCard {
        PhotoCard(
            id: PhotoID(number), path: DiskPath("/\(number)"),
            stamp: FileStamp(size: size, modifiedNanoseconds: modified, inode: inode),
            content: content.map { ContentDigest(high: 0, low: $0) }, size: nil, taken: nil)
    }

    private func group(_ cards: PhotoCard...) -> DuplicateGroup {
        DuplicateGroup(.exact, cards.map { DuplicateGroup.Member($0, merits: []) })
    }

    @Test func namesOfOneFileTakeItsRoomOnce() {
        let kept = card(1, inode: 7)
        let groups = [
            group(kept, card(2, inode: 8), card(3, inode: 9)), group(kept, card(2, inode: 7)),
            group(kept, card(2, inode: 7), card(3, inode: 8), card(4, inode: 8)),
            // At another time, on another disk; of another content; on a disk without numbers; of no known content.
            group(kept, card(2, inode: 7, modified: 6)), group(kept, card(2, inode: 7, content: 2)),
            group(card(1, inode: 0), card(2, inode: 0)),
            group(card(1, inode: 7, content: nil), card(2, inode: 7, content: nil)),
        ]
        #expect(groups.map(\.reclaimable) == [20, 0, 10, 10, 10, 10, 10])
    }

    @Test func whatSeveralGroupsHaveIsCountedOnce() {
        let (first, second, small) = (card(1, inode: 1), card(2, inode: 2), card(3, inode: 3, content: 3, size: 4))
        #expect(DuplicateGroup.reclaimable(of: [group(first, second), group(first, second, small)]) == 14)
    }
}
