import Testing

@testable import EvokeCLI

@Suite struct HelpTests {
    @Test(arguments: CommandLineTool.commands.map(\.name)) func everyCommandExplainsItself(name: String) throws {
        let command = try CommandLineTool.find(name)
        let text = Help.text(of: command)
        #expect(!command.summary.isEmpty && !command.examples.isEmpty)
        #expect(command.examples.allSatisfy { $0.hasPrefix("evoke \(name)") })
        for option in command.options {
            #expect(!option.help.isEmpty)
            #expect(text.contains(option.name))
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(Help.overview(CommandLineTool.commands).contains("  \(name) "))
    }

    @Test func exitCodesAreExplained() {
        let text = Help.overview(CommandLineTool.commands)
        #expect(ExitCode.allCases.allSatisfy { text.contains("\($0.rawValue) ") })
        #expect(
            [ExitCode.of(done: 2, failed: 0), .of(done: 2, failed: 1), .of(done: 0, failed: 1)] == [
                .done, .partly, .failed,
            ])
    }

    @Test(arguments: CompletionsShell.allCases) func completionsKnowEveryCommandAndOption(shell: CompletionsShell) {
        let script = shell.script(for: CommandLineTool.commands)
        for command in CommandLineTool.commands {
            #expect(script.contains(command.name))
            for option in command.options {
                let name = shell == .fish ? String(option.name.drop { $0 == "-" }) : option.name
                #expect(script.contains(name), "\(command.name) \(option.name)")
            }
        }
    }
}
