import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc
import Testing

/// The texts in photos are read when nothing else is to be done, with the real program and the graphs of bootstrap.
@Suite(.serialized) struct TextPassTests {
    private let program = Program()
    private let photos = TemporaryFolder()

    private var library: DiskPath { program.home.path.appending("library") }

    private func environment(_ library: String? = nil) throws -> [String: String] {
        ["EVOKE_MODELS": try Installed.models().display, "EVOKE_LIBRARY": library ?? self.library.display]
    }

    @discardableResult
    private func run(_ arguments: String..., in library: String? = nil) async throws -> Program.Outcome {
        try await program.run("exec", arguments, environment: environment(library))
    }

    private func add(_ name: String, _ picture: String = "english.png") throws {
        try photos.write(name, FileSystem.read(TextPicture.file(picture)))
    }

    /// Each holds something else, and shows one of four pictures: nobody looks behind the end of a PNG.
    private func addMany(_ count: Int) throws {
        let pictures = try ["english.png", "german.png", "turned-90.png"].map {
            try FileSystem.read(TextPicture.file($0))
        }
        for number in 0..<count {
            let picture = number % 4 == 3 ? TestPicture.png(number) : pictures[number % 4]
            try photos.write(GeneratedLibrary.name(number), picture + [UInt8(number)])
        }
    }

    /// What was read in each photo so far.
    private func texts(in place: DiskPath? = nil) async throws -> [String: PictureText] {
        let catalog = try await SQLiteCatalog.open(in: place ?? library, access: .read)
        var texts: [String: PictureText] = [:]
        for card in try await catalog.cards(after: PhotoID(-1), limit: 1_000) {
            texts[String(decoding: card.path.name, as: UTF8.self)] = try await catalog.result(.text, of: card)
        }
        try await catalog.close()
        return texts
    }

    private func found(_ query: String) async throws -> [String] {
        try await run("search", "--paths", query).names
    }

    @Test func aWatchReadsTheTextOfAPhotoThatComes() async throws {
        try add("a.png")
        try await run("index", "--without", "text", photos.path.display)
        let watch = try program.start(arguments: ["watch"], environment: environment())
        try add("b.png", "german.png")
        try await wait(for: "the text of the photo that came") {
            try await found("text:gebäck") == ["b.png"] || !watch.isRunning
        }
        #expect(try await found("text:bread") == ["a.png"], "and of what was there before")
        watch.terminate()
        let outcome = await watch.outcome()
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    /// Letters of ten pixels in a picture of 2,400: nothing of them is seen where it is made small.
    @Test func smallLettersAreRead() async throws {
        let objects = try await run("photo", "text", "--json", TextPicture.file("small.png").display).objects()
        let lines = try #require(objects.first?["lines"] as? [[String: Any]]).map { $0["text"] as? String }
        #expect(lines.count == 6 && lines.contains("We take no cards for less than five pounds"))
    }

    /// What was noted is never read again, and a kill costs the photos in hand: those that are noted together, and those
    /// that are being read or wait for an earlier one.
    @Test func killsLoseNoText() async throws {
        let atRisk = 8 + 2 * ProcessInfo.processInfo.activeProcessorCount
        try addMany(24)
        try await run("index", "--without", "text", photos.path.display)
        let counting = try SignalAt()
        let undisturbed = try copy(to: "undisturbed")
        #expect(try await read(in: undisturbed, counting).code == 0)
        let expected = try await texts(in: undisturbed)
        #expect(expected.count == 24)
        for call in try SignalAt.spread(3, over: counting.calls) {
            let library = try copy(to: "killed at \(call)")
            let opened = FolderWatch(photos.path)
            #expect(try await read(in: library, SignalAt(call: call)).code == -SIGKILL, "call \(call)")
            let noted = Set(try await texts(in: library).keys)
            let repeated = opened.opened.subtracting(noted).count
            #expect(repeated <= atRisk, "call \(call)")
            opened.forget()
            #expect(try await run("index", in: library.display).code == 0)
            #expect(opened.opened.isDisjoint(with: noted), "what was noted is read again: call \(call)")
            #expect(try await texts(in: library) == expected, "call \(call)")
        }
    }

    private func read(in library: DiskPath, _ signal: SignalAt) async throws -> Program.Outcome {
        try await program.run(
            "exec", ["index"], environment: environment(library.display).merging(signal.environment) { $1 })
    }

    /// The library as it is now.
    private func copy(to name: String) throws -> DiskPath {
        let other = program.home.path.appending(name)
        try Shell.output(of: "cp -r '\(library)' '\(other)'")
        return other
    }
}
