import Testing

@testable import EvokeValues

@Suite struct PhotoStacksTests {
    private func group(_ kind: DuplicateGroup.Kind, _ photos: Int64...) -> DuplicateGroup {
        DuplicateGroup(
            kind,
            photos.map { number in
                DuplicateGroup.Member(
                    PhotoCard(
                        id: PhotoID(number), path: DiskPath("/\(number)"),
                        stamp: FileStamp(size: 1, modifiedNanoseconds: 0, inode: 0), content: nil, size: nil, taken: nil
                    ),
                    merits: [])
            })
    }

    private func set(_ photos: Int64...) -> PhotoSet { PhotoSet(photos.map { PhotoID($0) }) }

    private func numbers(_ stack: PhotoStack?) -> [Int64] { stack?.photos.map(\.value) ?? [] }

    @Test func aBurstTakesInTheCopiesOfItsShots() {
        let stacks = PhotoStacks([
            group(.exact, 7, 8), group(.exact, 1, 2), group(.same, 3, 1, 2), group(.same, 5, 6), group(.burst, 4, 5, 1),
        ])
        #expect(numbers(stacks.stack(of: PhotoID(2))) == [4, 5, 6, 3, 1, 2], "each shot, and then its copies")
        #expect(stacks.stack(of: PhotoID(6))?.kind == .burst)
        #expect(numbers(stacks.stack(of: PhotoID(8))) == [7, 8] && stacks.stack(of: PhotoID(7))?.kind == .exact)
        #expect(stacks.stack(of: PhotoID(9)) == nil && stacks.photos == set(1, 2, 3, 4, 5, 6, 7, 8))
        #expect(PhotoStacks().stack(of: PhotoID(1)) == nil)
    }

    @Test func whatIsLeftOfAStackStaysTogether() {
        // The shots 1 and 4, a copy of each, and smaller ones that only these two tell to be of them.
        let groups = [group(.exact, 1, 2), group(.same, 1, 2, 3), group(.same, 4, 5), group(.burst, 1, 4)]
        #expect(PhotoStacks(groups).folded(set(1, 2, 3, 4, 5, 6)) == set(1, 6))
        let stacks = PhotoStacks(groups, without: set(1, 2, 4))
        #expect(stacks.folded(set(3, 5, 6)) == set(3, 6) && numbers(stacks.stack(of: PhotoID(5))) == [3, 5])
        #expect(stacks.stack(of: PhotoID(1)) == nil && stacks.photos == set(3, 5))
        #expect(PhotoStacks(groups, without: set(1, 2, 3, 4)).stack(of: PhotoID(5)) == nil, "it is alone")
    }

    @Test func ofEachStackOneIsLeft() {
        let stacks = PhotoStacks([group(.same, 3, 1), group(.burst, 2, 5, 4)])
        #expect(stacks.folded(set(1, 2, 3, 4, 5, 6)) == set(2, 3, 6))
        #expect(stacks.folded(set(1, 4, 5)) == set(1, 5), "the best of those that are among them")
        #expect(stacks.folded(set()) == set() && PhotoStacks().folded(set(1, 3)) == set(1, 3))
        let order: [Int64] = [4, 6, 1, 2, 3, 7]
        #expect(stacks.folded(order) { PhotoID($0) } == [4, 6, 1, 7], "whichever of them comes first")
    }
}
