import Foundation
import Testing

@testable import EvokeCLI

@Suite struct ReferenceTests {
    /// `make reference` sets the variable, and the document is written.
    @Test func theDocumentIsWhatTheDataGives() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/cli.md")
        let text = Reference.text(of: CommandLineTool.commands)
        if ProcessInfo.processInfo.environment["EVOKE_WRITE_REFERENCE"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
        let difference = zip(text.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
        #expect(difference == nil, "docs/cli.md is not what the commands give: run 'make reference'")
        #expect(text.count == written.count)
    }

    @Test func everyCommandAndOptionIsInIt() {
        let sections = Reference.text(of: CommandLineTool.commands).split(separator: "\n## ").flatMap {
            $0.split(separator: "\n### ")
        }
        for command in CommandLineTool.all {
            let section = sections.first { $0.hasPrefix("evoke \(command.name)\n") }
            #expect(section?.contains("    " + command.usage) == true, "\(command.name)")
            for option in command.options { #expect(section?.contains("| `\(option.usage)` | ") == true) }
        }
    }
}
