import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import SealingSodium

@Suite struct SealedFileTests {
    private let folder = TemporaryFolder()
    private let key = SealingKey.random()
    private let set = SealedFile.newSet()
    private static let piece = SealedFile.pieceSize

    @Test(arguments: [0, 1, piece - 1, piece, piece + 1, 2 * piece - 1, 2 * piece, 2 * piece + 1, 5_000_011])
    func givesBackWhatItWasGiven(count: Int) throws {
        let bytes = sample(count)
        let file = try seal(bytes)
        #expect(try open(file) == bytes)
        let stored = try FileSystem.read(file)
        if count > 64 {
            let slice = Array(bytes[(count / 2 - 16)..<(count / 2 + 16)])
            #expect(stored.firstRange(of: slice) == nil, "what is on the disk says nothing")
        }
    }

    @Test func isForItsOwnerAloneAndNeverLooksTheSameTwice() throws {
        let bytes = sample(1_000)
        let files = [try seal(bytes, "1"), try seal(bytes, "2")]
        #expect(try files.map { try FileStatus(of: $0).permissions & 0o777 } == [0o600, 0o600])
        #expect(try FileSystem.read(files[0]).suffix(1_000) != FileSystem.read(files[1]).suffix(1_000))
    }

    @Test func anyChangedBitIsNoticed() throws {
        let whole = try FileSystem.read(seal(sample(300)))
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= 1 << (place % 8)
            let file = try folder.write("changed", bytes)
            let error = #expect(throws: EvokeError.self, "byte \(place)") { try open(file) }
            #expect(error?.kind == .damaged && error?.reason.contains("modified") == true, "\(place): \(error as Any)")
        }
    }

    @Test(arguments: [0, 1, piece, piece + 1, 2 * piece + 1]) func anyCutIsNoticed(count: Int) throws {
        let whole = try FileSystem.read(seal(sample(count)))
        let front = SealedFile.headerSize + SealedFile.streamHeaderSize
        let border = front + SealedFile.pieceSize + SealedFile.overhead
        let cuts = Set(0..<min(whole.count, front + 20)).union([border - 1, border, border + 1, whole.count - 1])
        for cut in cuts where cut < whole.count {
            let file = try folder.write("cut", whole[..<cut])
            let error = #expect(throws: EvokeError.self, "cut at \(cut)") { try open(file) }
            #expect(error?.kind == .damaged && error?.reason.contains("truncated") == true, "\(cut): \(error as Any)")
        }
        let longer = try folder.write("longer", whole + [0])
        #expect(throws: EvokeError.self) { try open(longer) }
    }

    /// Its length in the header is changed along with it, and the checksum that anybody can make.
    @Test func aCutThatIsHiddenIsNoticedToo() throws {
        let whole = try FileSystem.read(seal(sample(2 * Self.piece)))
        let shorter = SealedHeader(set: set, plainSize: Int64(Self.piece), key: key)
        let body = whole[SealedFile.headerSize...].dropLast(Self.piece + SealedFile.overhead)
        let file = try folder.write("hidden", shorter.bytes + body)
        let error = #expect(throws: EvokeError.self) { try open(file) }
        #expect(error?.kind == .damaged)
    }

    @Test func piecesKeepTheirOrder() throws {
        let whole = try FileSystem.read(seal(sample(3 * Self.piece)))
        let front = SealedFile.headerSize + SealedFile.streamHeaderSize
        let size = Self.piece + SealedFile.overhead
        let pieces = (0..<3).map { whole[(front + $0 * size)..<(front + ($0 + 1) * size)] }
        for order in [[1, 0, 2], [0, 2, 1], [0, 0, 2], [2, 1, 0]] {
            let file = try folder.write("mixed", whole[..<front] + order.flatMap { pieces[$0] })
            let error = #expect(throws: EvokeError.self, "\(order)") { try open(file) }
            #expect(error?.kind == .damaged)
        }
    }

    @Test func noFileStandsInForAnother() throws {
        let file = try seal(sample(100), "text.onnx")
        let error = #expect(throws: EvokeError.self) { try open(file, as: "image.onnx") }
        #expect(error?.reason.contains("replaced by another file") == true)
        // Nor for one of another set, even where the header says so.
        let whole = try FileSystem.read(file)
        let other = SealedHeader(set: SealedFile.newSet(), plainSize: 100, key: key)
        let moved = try folder.write("moved", other.bytes + whole[SealedFile.headerSize...])
        #expect(throws: EvokeError.self) { try open(moved, as: "text.onnx") }
    }

    @Test func anotherKeyIsToldFromDamageAndFromWhatIsNoSealedFile() throws {
        let file = try seal(sample(100))
        let error = #expect(throws: EvokeError.self) { try open(file, with: .random()) }
        #expect(error?.kind == .notAllowed && error?.reason.contains("a different key") == true)
        let plain = try folder.write("plain", sample(1_000))
        let other = #expect(throws: EvokeError.self) { try open(plain) }
        #expect(other?.reason.contains("Evoke did not encrypt it") == true)
    }

    @Test func aFileThatGrowsMeanwhileIsRefused() throws {
        let writer = try SealedWriter(
            folder.path.appending("grows"), as: "a", size: 3, of: set, with: key)
        try sample(4).withUnsafeBytes { try writer.add($0) }
        #expect(throws: EvokeError.self) { try writer.finish() }
    }

    private func sample(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
    }

    /// Handed over in pieces of an odd size.
    private func seal(_ bytes: [UInt8], _ name: String = "a") throws -> DiskPath {
        let file = folder.path.appending(name + ".sealed")
        let writer = try SealedWriter(file, as: name, size: Int64(bytes.count), of: set, with: key)
        for start in stride(from: 0, to: bytes.count, by: 40_009) {
            try bytes[start..<min(start + 40_009, bytes.count)].withUnsafeBytes { try writer.add($0) }
        }
        try writer.finish()
        return file
    }

    @discardableResult
    private func open(_ file: DiskPath, as name: String = "a", with other: SealingKey? = nil) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let set = try SealedFile.open(file, as: name, with: other ?? key) { bytes.append(contentsOf: $0) }
        #expect(set == self.set)
        return bytes
    }
}

@Suite struct KeyFileTests {
    private let folder = TemporaryFolder()
    private var file: KeyFile { KeyFile(folder.path.appending("configuration/evoke/model-key")) }

    @Test func isMadeOnceForItsOwnerAlone() throws {
        let first = try file.readOrMake()
        #expect(try file.readOrMake().bytes == first.bytes && file.read().bytes == first.bytes && "\(first)" == "a key")
        let status = try FileStatus(of: file.path)
        #expect(status.permissions & 0o777 == 0o600 && status.size == 32)
        let parent = try #require(file.path.parent)
        #expect(try FileSystem.names(in: parent) == [Array("model-key".utf8)], "no draft of it is left")
    }

    @Test func manyWhoMakeItHaveTheSame() async throws {
        let keys = try await withThrowingTaskGroup(of: [UInt8].self) { [file] group in
            for _ in 0..<8 { group.addTask { try file.readOrMake().bytes } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(keys.count == 1)
    }

    @Test func oneThatOthersCanReadIsRefused() throws {
        _ = try file.readOrMake()
        for mode in [0o640, 0o604, 0o620] as [UInt32] {
            try FileSystem.setMode(mode, of: file.path)
            let error = #expect(throws: EvokeError.self) { try file.readOrMake() }
            #expect(error?.kind == .notAllowed && error?.remedy.contains("chmod 600") == true)
        }
    }

    @Test func aMissingOneIsNotMadeForReading() throws {
        let error = #expect(throws: EvokeError.self) { try file.read() }
        #expect(error?.kind == .notFound && error?.reason.contains("it is missing") == true)
        #expect(FileSystem.isMissing(file.path))
    }

    @Test(arguments: [0, 31, 33]) func oneOfAnotherLengthIsRefused(count: Int) throws {
        try folder.write("configuration/evoke/model-key", [UInt8](repeating: 7, count: count))
        let error = #expect(throws: EvokeError.self) { try file.read() }
        #expect(error?.kind == .damaged)
    }
}
