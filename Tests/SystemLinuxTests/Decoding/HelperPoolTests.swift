import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import SystemLinux

/// What becomes of a photo over which its decoder is lost. The helpers are shell scripts that say they are ready, and
/// then do what no helper should.
@Suite struct HelperPoolTests {
    private let folder = TemporaryFolder()
    private let executor = BlockingExecutor(width: 2)
    private let input = ImageInput(
        size: PixelSize(width: 2, height: 2), fit: .squash, kernel: .bilinear, mean: [0, 0, 0], std: [1, 1, 1])

    private static let ready = #"printf '\015\000\000\000\005\000\000\000\000\000\000\000ready' >&0"#
    private static let aByte = "dd bs=1 count=1 <&0 >/dev/null 2>&1"

    @Test func aHelperThatCrashesTwiceSetsThePhotoAside() async throws {
        let (decoder, starts) = try decoder("\(Self.ready); \(Self.aByte); kill -SEGV $$")
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(photo(), for: input) }
        #expect(error?.kind == .damaged && error?.subject == folder.path.appending("photo.jpg").display)
        #expect(try error?.reason == "the decoder crashed on it twice (segmentation fault)" && starts() == 2)
    }

    @Test func aHelperThatComesToNoEndSetsThePhotoAside() async throws {
        let patience = Patience(work: .milliseconds(200), silence: .seconds(3_600))
        let (decoder, starts) = try decoder("\(Self.ready); while :; do :; done", patience)
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(photo(), for: input) }
        #expect(error?.kind == .damaged && error?.reason.contains("without finishing") == true)
        #expect(try starts() == 2)
    }

    /// It may be the disk, so that the next run tries it again.
    @Test func aHelperThatStandsStillIsNotWaitedFor() async throws {
        let patience = Patience(work: .seconds(3_600), silence: .seconds(1))
        let (decoder, starts) = try decoder("\(Self.ready); kill -STOP $$", patience)
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(photo(), for: input) }
        #expect(try error?.kind == .unreadable && error?.reason.contains("hung on it") == true && starts() == 2)
    }

    @Test(arguments: [
        #"\377\377\377\377"#, #"\002\000\000\000{}"#, #"\000\000\000\000"#, #"\001\000"#,
        // A size, where an image was asked for.
        #"\050\000\000\000"# + zeros(16) + number(2) + number(7) + number(7),
        // A tensor of fewer bytes than none.
        #"\061\000\000\000"# + String(repeating: #"\377"#, count: 8) + zeros(16) + number(7) + number(7) + zeros(9),
    ]) func aHelperThatTalksNonsenseIsNotBelieved(nonsense: String) async throws {
        let (decoder, starts) = try decoder("\(Self.ready); \(Self.aByte); printf '\(nonsense)' >&0")
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(photo(), for: input) }
        #expect(error?.kind == .damaged, "\(error?.description ?? "")")
        #expect(try starts() == 2)
    }

    @Test func helpersThatDoNotStartAreNotThePhotosFault() async throws {
        for (script, isIncomplete) in [("exit 1", false), ("echo hello >&0", false), ("exit 127", true)] {
            let (decoder, _) = try decoder(script)
            let error = await #expect(throws: EvokeError.self) { try await decoder.decode(photo(), for: input) }
            #expect(error?.kind == .unreadable && error?.reason.contains("no decoder could be started") == true)
            #expect(error?.reason.contains("library") == isIncomplete)
        }
        let missing = HelperPool(program: folder.path.appending("nothing"), word: "")
        let decoder = DecoderApart(missing, executor: executor, pixels: FakeDecoder())
        let error = await #expect(throws: EvokeError.self) { try await decoder.decode(photo(), for: input) }
        #expect(error?.kind == .unreadable)
    }

    @Test func tagsOverWhichHelpersAreLostArePassedOver() async throws {
        let pool = try pool("\(Self.ready); \(Self.aByte); kill -SEGV $$", .usual)
        let tags = try await TagsApart(pool, executor: executor).tags(of: photo(), sidecars: [])
        #expect(tags == PhotoTags(embedded: [:], sidecars: []))
    }

    @Test func aPhotoThatIsNotThereNeedsNoHelper() async throws {
        let (decoder, starts) = try decoder("\(Self.ready)")
        let error = await #expect(throws: EvokeError.self) {
            try await decoder.decode(folder.path.appending("none.jpg"), for: input)
        }
        #expect(try error?.kind == .notFound && starts() == 0)
    }

    private static func zeros(_ count: Int) -> String { String(repeating: #"\000"#, count: count) }
    private static func number(_ digit: Int) -> String { #"\00"# + "\(digit)" + zeros(7) }

    private func photo() throws -> DiskPath { try folder.write("photo.jpg", [1, 2, 3]) }

    private func decoder(
        _ script: String, _ patience: Patience = .usual
    ) throws -> (DecoderApart, starts: () throws -> Int) {
        let starts = folder.path.appending("starts")
        try folder.write("starts", [])
        let pool = try pool("echo >>\(starts.display); \(script)", patience)
        return (
            DecoderApart(pool, executor: executor, pixels: FakeDecoder()), { try FileSystem.read(starts).count }
        )
    }

    private func pool(_ script: String, _ patience: Patience) throws -> HelperPool {
        let program = try folder.write("helper", "#!/bin/sh\n\(script)\n".utf8)
        #expect(chmod(program.display, 0o700) == 0)
        return HelperPool(program: program, word: "", patience: patience)
    }
}
