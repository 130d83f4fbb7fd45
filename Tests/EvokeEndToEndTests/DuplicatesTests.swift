import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWire
import Testing

/// Copies, the same picture and bursts, with the real program.
@Suite struct DuplicatesTests {
    private let program = Program()
    private let photos = TemporaryFolder()
    private var library: String { program.home.path.appending("library").display }

    private func groups(_ words: String...) async throws -> [DuplicatesAnswer] {
        let outcome = try await program.run("exec", ["duplicates", "--library", library, "--json"] + words)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try outcome.lines.map { try JSONText.value(DuplicatesAnswer.self, of: Array($0.utf8)) }
    }

    private func names(_ group: DuplicatesAnswer) -> [String] {
        group.photos.map { $0.path.split(separator: "/").last.map { "\($0)" } ?? "" }
    }

    @Test func listsWhatOneIsEnoughOf() async throws {
        try photos.write("a.tif", TestPicture.lights(1, width: 400, height: 300))
        try photos.write("copy/a.tif", TestPicture.lights(1, width: 400, height: 300))
        try photos.write("small.tif", TestPicture.lights(1, width: 200, height: 150))
        try photos.write("other.tif", TestPicture.lights(2, width: 400, height: 300))
        let model = try PublishedModel.folder("hub-clip").display
        #expect(try await program.run("index", "--library", library, "--model", model, photos.path.display).code == 0)
        let all = try await groups()
        try #require(all.map(\.kind) == ["exact", "same"])
        #expect(Set(names(all[0])) == ["a.tif"] && all[0].photos.map(\.keep) == [true, false])
        try #require(names(all[1]) == ["a.tif", "a.tif", "small.tif"])
        #expect(all[1].photos[0].reason == "larger" && all[1].photos[2].reason == "larger")
        #expect(all[1].photos.map(\.width) == [400, 400, 200] && all[1].photos.allSatisfy { $0.bytes > 0 })
        #expect(try await groups("--exact").map(\.kind) == ["exact"])
        #expect(try await groups("--burst").isEmpty)
        #expect(try await groups("--same", "file:small").isEmpty, "the others are not compared")
        let shown = try await program.run("duplicates", "--library", library, "--exact")
        #expect(shown.lines.count == 2 && shown.lines[0].hasPrefix("exact\tkeep\t"))
        #expect(shown.errors.contains("One group, "), "\(shown.errors)")

        FileSystem.remove(photos.path.appending("small.tif"))
        try photos.write("later.tif", TestPicture.lights(2, width: 200, height: 150))
        #expect(try await program.run("index", "--library", library, "--model", model, photos.path.display).code == 0)
        #expect(try await groups("--same").map(names) == [["other.tif", "later.tif"]])
    }
}

extension TestPicture {
    /// Lights of different sizes in different places, others for each number.
    fileprivate static func lights(_ number: Int, width: Int, height: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        let lights = (0..<12).map { _ in
            (0..<7).map { _ in Double.random(in: 0...1, using: &random) }
        }
        var pixels: [UInt8] = []
        for place in 0..<width * height {
            let x = (Double(place % width) + 0.5) / Double(width)
            let y = (Double(place / width) + 0.5) / Double(height)
            for channel in 0..<3 {
                var level = 20.0
                for light in lights {
                    let size = 0.05 + 0.15 * light[2]
                    let far = ((x - light[0]) * (x - light[0]) + (y - light[1]) * (y - light[1])) / (size * size)
                    level += (40 + 120 * light[3]) * light[4 + channel] / (1 + far * far)
                }
                pixels.append(UInt8(min(level, 255)))
            }
        }
        return tiff(pixels, size: PixelSize(width: width, height: height))
    }
}
