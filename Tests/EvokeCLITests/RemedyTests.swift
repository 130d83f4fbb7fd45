import EvokeTestSupport
import EvokeValues
import EvokeWebAPI
import Foundation
import Testing

@testable import EvokeCLI

/// Remedies are data in the library, and each interface says them in its own words.
@Suite struct RemedyTests {
    private static let flags = Set((CommandLineTool.all.flatMap(\.options) + [.help]).map(\.name))
    private static let commands = CommandLineTool.all.map(\.name)

    @Test(arguments: Remedy.samples) func theCommandLineNamesWhatItHas(remedy: Remedy) {
        let words = remedy.words
        #expect(words.hasSuffix(".") && !words.hasPrefix(" "), "\(words)")
        for match in words.matches(of: /--[a-z-]+/) {
            #expect(Self.flags.contains(String(match.output)), "\(words)")
        }
        for match in words.matches(of: /'evoke ([^']*)'/) {
            let typed = match.output.1
            let command = Self.commands.filter { typed == $0 || typed.hasPrefix($0 + " ") }.max { $0.count < $1.count }
            let known = CommandLineTool.all.first { $0.name == command }
            #expect(known != nil, "\(words)")
            for flag in typed.matches(of: /--[a-z-]+/) {
                #expect(known?.options.contains { $0.name == flag.output } == true, "\(words)")
            }
        }
    }

    @Test(arguments: Remedy.Option.allCases) func optionsThatHelpAreOptions(choice: Remedy.Option) {
        #expect(Self.flags.contains(Option.of(choice).name))
    }

    @Test(arguments: Remedy.samples) func theLibraryNamesNoneOfIt(remedy: Remedy) {
        #expect(remedy.description.hasSuffix("."))
        #expect(Self.wordsOfInterfaces(in: remedy.description).isEmpty, "\(remedy.description)")
    }

    /// Below the interfaces, no sentence names a flag, a command or a route: others use the library, too.
    @Test func noSentenceBelowTheInterfacesNamesWhatBelongsToThem() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        var found: [String] = []
        var count = 0
        for room in ["Core", "Features", "Adapters", "Library"] {
            let folder = sources.appending(path: room)
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                    for literal in line.matches(of: /"(?:[^"\\]|\\.)*"/) {
                        count += 1
                        found += Self.wordsOfInterfaces(in: String(literal.output)).map { "\(file): \($0)" }
                    }
                }
            }
        }
        #expect(found == [])
        #expect(count > 2_000, "literals were looked at")
    }

    @Test func theSearchForSuchWordsFindsThem() {
        for words in ["Use --precision f32.", "See 'evoke models list'.", "GET /api/models", "Run 'evoke index'."] {
            #expect(!Self.wordsOfInterfaces(in: words).isEmpty, "\(words)")
        }
        for words in ["evoke part 1", "a -- b", "another evoke runs", "--inputs-as-nchw x"] {
            #expect(Self.wordsOfInterfaces(in: words).isEmpty, "\(words)")
        }
    }

    /// Of other programs: exporters of models, busctl, dbus-send, systemd's, and an installed evoke that is asked.
    private static let flagsOfOthers: Set = [
        "--inputs-as-nchw", "--model_id", "--split_modalities", "--system", "--timeout", "--session", "--print-reply",
        "--dest", "--user", "--quiet", "--collect", "--version",
    ]

    private static func wordsOfInterfaces(in text: String) -> [String] {
        let names = commands.map { $0.split(separator: " ")[0] }
        let found = text.matches(of: /--[a-z][a-z_-]*/).map { String($0.output) }.filter { !flagsOfOthers.contains($0) }
        let named = text.matches(of: /\bevoke ([a-z]+)\b/).filter { names.contains($0.output.1) }
        return found + named.map { String($0.output.0) } + text.matches(of: /\/api\//).map { String($0.output) }
    }
}
