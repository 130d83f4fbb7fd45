import Evoke
import Foundation

/// Classifies a picture that is already decoded: a PPM file stands for a camera.
@main
struct Labels {
    static func main() async throws {
        let file = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
        let header = String(decoding: file.prefix(30), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let size = PixelSize(width: Int(header[1])!, height: Int(header[2])!)
        let pixels = try Pixels(Array(file.suffix(3 * size.width * size.height)), size: size)

        let engine = try await Engine.open(configuration: LibraryConfiguration())
        let labels = try await engine.labels(Array(CommandLine.arguments[2...]), includingNone: true)
        let answer = try labels.classify(await engine.embed(pixels))
        for score in answer.scores { print(score.label ?? "none of these", score.score) }
    }
}
