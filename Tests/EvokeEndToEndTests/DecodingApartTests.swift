import Evoke
import EvokeCApart
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import FilmsFFmpeg
import Foundation
import Glibc
import ImagingVips
import MetadataExiv2
import PreviewsLibRaw
import SystemLinux
import Testing

/// Pictures are decoded in processes of their own: all of them as they would be here, and none at the run's cost.
@Suite struct DecodingApartTests {
    private let executor = BlockingExecutor(width: 2)
    private let input = ImageInput(
        size: PixelSize(width: 64, height: 48), fit: .pad(99), kernel: .bicubic, mean: [0.5, 0.4, 0.3],
        std: [0.2, 0.3, 0.4])

    private var pool: HelperPool {
        get throws { try HelperPool(program: Installed.program(), word: DecodingProcess.word) }
    }

    @Test func decodersApartKeepTheContracts() async throws {
        let here = VipsDecoder(
            executor: executor,
            previews: [.raw: LibRawPreviews(executor: executor), .video: FFmpegFilms(executor: executor)])
        let pool = try pool
        let apart = DecoderApart(pool, executor: executor, pixels: here)
        try await DecodingConformance(apart, .pictures).checkAll()
        let reader = Exiv2MetadataReader(executor: executor, tags: TagsApart(pool, executor: executor))
        try await FactsConformance(reader, photo: TestPicture.png(7), sidecar: TestPicture.sidecar).checkAll()
    }

    @Test(arguments: [false, true]) func everyPictureIsTheSameToTheBit(inFull: Bool) async throws {
        let here = VipsDecoder(
            executor: executor,
            previews: [.raw: LibRawPreviews(executor: executor), .video: FFmpegFilms(executor: executor)],
            inFull: inFull)
        let apart = try DecoderApart(pool, executor: executor, pixels: here, inFull: inFull)
        var (same, refused) = (0, 0)
        for file in try Self.fixtures(of: ["ImagingVips", "PreviewsLibRaw", "FilmsFFmpeg", "MetadataExiv2"]) {
            do {
                let image = try await here.decode(file, for: input, thumbnail: true)
                let other = try await apart.decode(file, for: input, thumbnail: true)
                #expect(image.tensor.map(\.bitPattern) == other.tensor.map(\.bitPattern), "\(file)")
                #expect(image.original == other.original && image.share == other.share, "\(file)")
                #expect(image.thumbnail == other.thumbnail && image.colors == other.colors, "\(file)")
                let colors = try await here.colors(of: file, named: file)
                #expect(try await apart.colors(of: file, named: file) == colors, "\(file)")
                #expect(try await here.size(of: file) == apart.size(of: file), "\(file)")
                let thumbnail = try await here.thumbnail(of: file, named: file, side: 90)
                #expect(try await apart.thumbnail(of: file, named: file, side: 90) == thumbnail, "\(file)")
                same += 1
            } catch let error as EvokeError {
                let other = await #expect(throws: EvokeError.self, "\(file)") {
                    try await apart.decode(file, for: input, thumbnail: true)
                }
                #expect(other == error)
                refused += 1
            }
        }
        #expect(same > 100 && refused > 10, "\(same) are the same, \(refused) refused")
    }

    @Test func allTagsAreTheSame() async throws {
        let here = Exiv2Tags(
            executor: executor, blocks: VipsTagBlocks(executor: executor), films: FFmpegFilms(executor: executor))
        let apart = try TagsApart(pool, executor: executor)
        let files = try Self.fixtures(of: ["MetadataExiv2", "ImagingVips", "PreviewsLibRaw", "FilmsFFmpeg"])
        // A helper takes 16 files at a time.
        let sidecars = Array(files.filter { $0.suffix == "xmp" }.prefix(8))
        #expect(sidecars.count == 8)
        for file in files {
            #expect(
                try await here.tags(of: file, sidecars: sidecars) == apart.tags(of: file, sidecars: sidecars), "\(file)"
            )
        }
    }

    @Test func aDecoderThatIsGoneIsReplaced() async throws {
        let pool = try pool
        let decoder = DecoderApart(pool, executor: executor, pixels: FakeDecoder())
        let file = try #require(try Self.fixtures(of: ["ImagingVips"]).first { $0.display.hasSuffix("/large.jpg") })
        let image = try await decoder.decode(file, for: input)
        let first = try #require(pool.idle.first)
        #expect(try await decoder.decode(file, for: input).tensor == image.tensor)
        #expect(pool.idle == [first], "one is enough, and serves for the next photo")
        #expect(kill(first, SIGKILL) == 0)
        #expect(try await decoder.decode(file, for: input).tensor == image.tensor)
        #expect(pool.idle.count == 1 && pool.idle != [first])
    }

    /// Whatever takes one over can do no more than answer wrongly.
    @Test func aDecoderIsClosedOff() async throws {
        let pool = try pool
        let decoder = DecoderApart(pool, executor: executor, pixels: FakeDecoder())
        let file = try #require(try Self.fixtures(of: ["ImagingVips"]).first { $0.display.hasSuffix("/large.jpg") })
        _ = try await decoder.size(of: file)
        let process = DiskPath("/proc/\(try #require(pool.idle.first))")
        let threads = try FileSystem.names(in: process.appending("task"))
        for thread in threads.map({ process.appending("task").appending($0) }) {
            let status = String(decoding: try FileSystem.read(thread.appending("status")), as: UTF8.self)
            #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))
        }
        let limits = String(decoding: try FileSystem.read(process.appending("limits")), as: UTF8.self)
        for line in ["Max core file size", "Max file size"] {
            #expect(limits.contains(try Regex("\(line) +0 +0 ")), "\(limits)")
        }
        // It holds its socket, the three ends that lead nowhere, and what Swift's runtime needs.
        let names = try FileSystem.names(in: process.appending("fd")).map { DiskPath(bytes: $0).display }
        for name in names {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\(name)")
            #expect(["socket:", "/dev/null", "anon_inode:"].contains { target.hasPrefix($0) }, "\(target)")
        }
    }

    /// ImageMagick reads a policy when it decodes its first BMP. One of the user's that forbids them shows who reads it: a
    /// decoder does so only where the kernel has no Landlock to hide it with.
    @Test(arguments: [(way: "here", unreadable: 1), (way: "apart", unreadable: evoke_can_hide_files() != 0 ? 0 : 1)])
    func aDecoderDoesNotReadTheUsersFiles(way: String, unreadable: Int) async throws {
        let library = try GeneratedLibrary(photos: 0)
        let bmp = try #require(try Self.fixtures(of: ["ImagingVips"]).first { $0.suffix == "bmp" })
        try library.photos.write("photo.bmp", FileSystem.read(bmp))
        let policies = TemporaryFolder()
        let policy = #"<policymap><policy domain="coder" rights="none" pattern="BMP"/></policymap>"#
        try policies.write("policy.xml", policy.utf8)
        let environment = ["EVOKE_DECODING": way, "MAGICK_CONFIGURE_PATH": policies.path.display]
        let outcome = try await library.program.run("exec", library.indexing(), environment: environment)
        #expect(try await library.status()["failed"] as? Int == unreadable, "\(outcome.errors)")
    }

    @Test func decodersThatAreKilledCostNoPhoto() async throws {
        let library = try GeneratedLibrary(photos: 200)
        let run = try library.program.start(arguments: library.indexing())
        let first = try await wait(
            for: "two decoders", watching: { Self.children(of: run.id) }, until: { $0.count > 1 || !run.isRunning })
        // Those alone: a photo that lost the one in their place as well would be set aside.
        let killed = first.filter { kill($0, SIGKILL) == 0 }
        let outcome = await run.outcome()
        #expect(outcome.code == 0 && killed.count > 1, "\(outcome.errors)")
        let status = try await library.status()
        #expect(status["photos"] as? Int == 200 && status["failed"] as? Int == 0, "\(status)")
    }

    @Test func noDecoderIsLeftBehind() async throws {
        let library = try GeneratedLibrary(photos: 200)
        let run = try library.program.start(arguments: library.indexing())
        // From before it is closed off, one would end by itself, when it begins to work.
        let children = try await wait(
            for: "a decoder", watching: { Self.children(of: run.id).filter(Self.isClosedOff) },
            until: { !$0.isEmpty || !run.isRunning })
        #expect(!children.isEmpty)
        // One that stands still does not see that nobody is there any more.
        for child in children { kill(child, SIGSTOP) }
        run.signal(SIGKILL)
        _ = await run.outcome()
        try await wait(
            for: "the decoders to end", watching: { children.filter { Self.parent(of: $0) != nil } },
            until: { $0.isEmpty })
    }

    private static func children(of process: Int32) -> [Int32] {
        let names = (try? FileSystem.names(in: DiskPath("/proc"))) ?? []
        return names.compactMap { Int32(String(decoding: $0, as: UTF8.self)) }.filter {
            parent(of: $0) == "\(process)"
        }
    }

    /// Nil for what has ended.
    private static func parent(of process: Int32) -> Substring? {
        guard let stat = try? FileSystem.read(DiskPath("/proc/\(process)/stat")) else { return nil }
        // The name of the program stands in brackets, and may hold anything.
        let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 && fields[0] != "Z" ? fields[1] : nil
    }

    private static func isClosedOff(_ process: Int32) -> Bool {
        let status = (try? FileSystem.read(DiskPath("/proc/\(process)/status"))) ?? []
        return String(decoding: status, as: UTF8.self).contains("Seccomp:\t2")
    }

    private static func fixtures(of targets: [String]) throws -> [DiskPath] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try targets.flatMap { target in
            let folder = tests.appendingPathComponent("\(target)Tests/Fixtures").path
            return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map {
                DiskPath(folder).appending($0)
            }
        }.filter(FileSystem.isFile)
    }
}
