import Foundation
import Testing

/// Expects that docs/schema has this text; with `EVOKE_SCHEMA`, the folder that it names gets it.
public func expectDocumented(_ text: String, as name: String, file: String = #filePath) throws {
    if let folder = ProcessInfo.processInfo.environment["EVOKE_SCHEMA"] {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let documented = try String(contentsOf: root.appending(path: "docs/schema/\(name)"), encoding: .utf8)
    #expect(documented == text, "run the test with EVOKE_SCHEMA=docs/schema")
}
