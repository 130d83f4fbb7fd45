import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Testing

@testable import ReadingTesseract

/// Lines are read in languages that bootstrap installs.
@Suite struct TesseractLinesTests {
    private let reader: TesseractLines

    init() throws {
        reader = try TesseractLines(folder: #require(TesseractLines.folder(), "run ./bootstrap"))
    }

    @Test func knowsWhatIsInItsFolder() throws {
        #expect(Set(["deu", "eng", "fra", "rus", "spa"]).isSubset(of: reader.languages))
        #expect(!reader.languages.contains("osd"), "it is no language")
        let folder = TemporaryFolder()
        for name in ["xyz.traineddata", "osd.traineddata", ".traineddata", "abc.txt"] {
            _ = try folder.write(name, [1])
        }
        let other = try TesseractLines(folder: folder.path)
        #expect(other.languages == ["xyz"] && other.identity != reader.identity)
        #expect(try TesseractLines(folder: folder.path.appending("none")).languages.isEmpty)
    }

    @Test(arguments: [("deu", "Grüße aus Köln"), ("rus", "Привет, Москва")])
    func readsALine(language: String, text: String) throws {
        let words = try reader.read(Self.line(language), in: language)
        #expect(words.text == text && words.confidence > 0.7 && words.known > 0.5 && words.known <= 1)
        #expect(words.words.allSatisfy { !$0.isJoined }, "a space stands before each")
        #expect(words.words.allSatisfy { (0...1).contains($0.confidence) })
    }

    @Test func aLanguageThatCannotBeLoadedIsAnError() throws {
        let folder = TemporaryFolder()
        _ = try folder.write("xyz.traineddata", Array("no language at all".utf8))
        let error = try #require(throws: EvokeError.self) {
            _ = try TesseractLines(folder: folder.path).read(Self.line("deu"), in: "xyz")
        }
        #expect(error.kind == .unreadable && error.subject == "xyz")
    }

    /// Whatever the pixels are, words come back, or none.
    @Test func anyPixelsAreReadToAnEnd() throws {
        var numbers = SeededGenerator(seed: 11)
        for (width, height) in [(1, 1), (1, 68), (68, 1), (3, 3), (200, 68), (1_940, 68)] {
            for kind in 0..<3 {
                let bytes = (0..<width * height).map { place -> UInt8 in
                    switch kind {
                    case 0: 255
                    case 1: UInt8.random(in: 0...255, using: &numbers)
                    default: place / 7 % 2 == 0 ? 0 : 255
                    }
                }
                let words = try reader.read(GrayLine(bytes, width: width, height: height), in: "eng")
                #expect(words.words.count < 500)
            }
        }
    }

    @Test func severalThreadsReadAtOnce() async throws {
        let executor = BlockingExecutor(width: 4)
        let line = try Self.line("deu")
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<12 {
                group.addTask { [reader] in try await executor.run { try reader.read(line, in: "deu").text } }
            }
            for try await text in group { #expect(text == "Grüße aus Köln") }
        }
    }

    /// A grey picture in the format PGM: its size after "P5", and a byte a pixel at its end.
    private static func line(_ name: String) throws -> GrayLine {
        let file = try #require(Bundle.module.url(forResource: name, withExtension: "pgm", subdirectory: "Fixtures"))
        let bytes = try FileSystem.read(DiskPath(file.path))
        let sizes = String(decoding: bytes.prefix(20), as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
            Int($0)
        }
        let (width, height) = (sizes[0], sizes[1])
        return GrayLine(Array(bytes.suffix(width * height)), width: width, height: height)
    }
}
