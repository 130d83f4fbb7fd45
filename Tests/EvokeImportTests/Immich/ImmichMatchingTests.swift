import EvokeValues
import Testing

@testable import EvokeImport

@Suite struct ImmichMatchingTests {
    private func photo(_ path: String, _ size: Int64?, _ checksum: [UInt8]) -> ImmichPhoto {
        ImmichPhoto(path: DiskPath(path), name: "", size: size, checksum: checksum)
    }

    private func external(_ path: String, _ size: Int64?) -> ImmichPhoto { photo(path, size, SHA1.of("path:" + path)) }

    private func candidate(_ number: Int64, _ path: String, _ size: Int64) -> ImmichMatching.Candidate {
        .init(
            photo: PhotoID(number), path: DiskPath(path), content: ContentDigest(high: 0, low: UInt64(number)),
            size: size)
    }

    @Test func checksumsDecideWhereverAPhotoLies() {
        var matching = ImmichMatching([photo("/data/upload/x.jpg", 7, [1]), photo("/data/upload/y.jpg", 7, [2])])
        let (one, two) = (candidate(1, "/home/IMG_1.jpg", 7), candidate(2, "/home/x.jpg", 8))
        matching.add(one)
        matching.add(two)
        #expect(matching.doubtful == [one])
        let (found, missed) = matching.result([one.content: [1]])
        #expect(found.map(\.1) == [one] && found.map(\.0.path) == [DiskPath("/data/upload/x.jpg")])
        #expect(missed.map(\.1) == [.absent] && matching.result([:]).missed.map(\.1) == [.unreadable, .unreadable])
    }

    @Test func withoutAChecksumTheNearestFoldersDecide() {
        let names = ["/mnt/2019/a.jpg", "/mnt/2020/a.jpg", "/mnt/b.jpg", "/mnt/c.jpg"]
        var matching = ImmichMatching([
            external(names[0], 7), external(names[1], 8), external(names[2], 7), external(names[3], nil),
        ])
        let (right, wrong) = (candidate(1, "/home/2019/a.jpg", 7), candidate(2, "/home/2018/a.jpg", 7))
        for one in [right, wrong, candidate(3, "/home/b.jpg", 7), candidate(4, "/other/b.jpg", 7)] { matching.add(one) }
        matching.add(candidate(5, "/home/c.jpg", 9))
        #expect(matching.doubtful.isEmpty)
        let (found, missed) = matching.result([:])
        #expect(found.map(\.1) == [right] && missed.map(\.1) == [.absent, .uncertain, .uncertain])
    }
}
