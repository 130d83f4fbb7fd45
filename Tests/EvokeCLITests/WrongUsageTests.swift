import EvokeValues
import Testing

@testable import EvokeCLI

@Suite struct WrongUsageTests {
    @Test(arguments: CommandLineTool.all.map(\.name)) func wrongWordsHaveOneExitCode(name: String) throws {
        let command = try CommandLineTool.named(name)
        var wrong = [["--frobnicate"], ["--frobnicate=1"]]
        // In a query, one dash takes a word away.
        if command.operandKind == .query {
            #expect(try Arguments([DiskPath("-x")], for: command).operands == [DiskPath("-x")])
        } else {
            wrong.append(["-x"])
        }
        for option in command.options + [.help] {
            let usual = option.placeholder == nil ? [option.name] : [option.name, "x"]
            wrong += option.placeholder == nil ? [[option.name + "=x"]] : [[option.name], [option.name + "="]]
            if !option.mayRepeat { wrong.append(usual + usual) }
        }
        if command.operandKind == .files { wrong.append([""]) }
        for words in wrong {
            let error = #expect(throws: UsageError.self, "\(name) \(words)") {
                try Arguments(words.map { DiskPath($0) }, for: command)
            }
            #expect(error?.command == name)
            #expect(error.map { ExitCode.of($0) } == .wrongUsage)
        }
    }

    @Test func soHasWhatTheLibraryRefuses() {
        for kind in EvokeError.Kind.known {
            let error = EvokeError(kind, doing: "sort by labels", subject: "", reason: "there are none")
            #expect((ExitCode.of(error) == .wrongUsage) == (kind == .wrongUsage))
        }
        #expect(ExitCode.of(CancellationError()) == .failed)
    }
}
