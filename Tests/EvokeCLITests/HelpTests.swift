import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeCLI

@Suite struct HelpTests {
    @Test(arguments: CommandLineTool.all.map(\.name)) func everyCommandExplainsItself(name: String) throws {
        let command = try CommandLineTool.named(name)
        let text = Help.text(of: command)
        #expect(!command.summary.isEmpty && !command.examples.isEmpty)
        #expect(command.examples.allSatisfy { $0.hasPrefix("evoke \(name)") })
        #expect(text.hasPrefix("\(command.summary).\n\nUsage: evoke \(name)"))
        for option in command.options {
            #expect(!option.help.isEmpty)
            #expect(text.contains("\n  \(option.usage) "))
        }
        for inner in command.subcommands { #expect(text.contains("\n  \(inner.name) ")) }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func theManualHasEveryCommandAndOption() {
        let lines = Manual.page(CommandLineTool.commands).split(separator: "\n", omittingEmptySubsequences: false)
        for command in CommandLineTool.all {
            let name = command.name.replacing("-", with: "\\-")
            #expect(lines.contains { $0.hasPrefix(".SS \"evoke \(name)") }, "\(command.name)")
        }
        let options = CommandLineTool.all.map(\.options.count).reduce(0, +)
        #expect(lines.count { $0.hasPrefix("\\fB\\-") } == options)
        let orders = Set(lines.filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
        #expect(orders == [".TH", ".SH", ".SS", ".B ", ".I ", ".TP", ".PP", ".nf", ".fi", ".nh", ".ad", ".RS", ".RE"])
        #expect(!lines.contains { $0.isEmpty || $0.hasPrefix("'") || !$0.allSatisfy(\.isASCII) })
    }

    @Test func theOverviewHasEveryCommand() {
        let text = Help.overview(CommandLineTool.commands)
        for command in CommandLineTool.commands { #expect(text.contains("\n  \(command.name) ")) }
        #expect(CommandLineTool.commands.count <= 22)
    }

    @Test func namesAndOptionsAreThereOnce() {
        #expect(Set(CommandLineTool.all.map(\.name)).count == CommandLineTool.all.count)
        for command in CommandLineTool.all {
            #expect(Set(command.options.map(\.name)).count == command.options.count, "\(command.name)")
        }
    }

    @Test func exitCodesAreExplained() {
        let text = Help.overview(CommandLineTool.commands)
        #expect(ExitCode.allCases.allSatisfy { text.contains("\($0.rawValue) ") })
        #expect(
            [ExitCode.of(done: 2, failed: 0), .of(done: 2, failed: 1), .of(done: 0, failed: 1)] == [
                .done, .partly, .failed,
            ])
    }

    @Test(arguments: CompletionsShell.allCases) func completionsKnowEveryCommandAndOption(
        shell: CompletionsShell
    ) throws {
        let lines = shell.script(for: CommandLineTool.commands).split(separator: "\n")
        for command in CommandLineTool.all {
            let about = lines.filter {
                let line = $0.drop { $0 == " " }
                return line.hasPrefix("'\(command.name)') ")
                    || line.hasPrefix("complete -c evoke -n '__evoke_at \(command.name)'")
            }.joined(separator: "\n")
            #expect(!about.isEmpty, "\(command.name)")
            for inner in command.subcommands { #expect(about.contains(inner.lastName), "\(inner.name)") }
            for option in command.options {
                let name = shell == .fish ? String(option.name.drop { $0 == "-" }) : option.name
                #expect(about.contains(name), "\(command.name) \(option.name)")
            }
        }
    }

    /// Bash breaks words at colons, and gets what a command line can have.
    @Test func bashCompletesWhatALibraryHas() throws {
        let script = """
            \(Completions.bash(CommandLineTool.commands))
            evoke() { printf '%s\\n' 'tag:beach' 'tag:"old town"'; echo "$@" >&2; }
            COMP_LINE='evoke search tag:'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(evoke search tag :); COMP_CWORD=3
            _evoke; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let folder = TemporaryFolder()
        let file = try folder.write("words.bash", script.utf8)
        #expect(try Shell.output(of: "bash '\(file.display)'") == "beach\n\\\"old\\ town\\\"\n")
    }

    /// As bash itself completes, word by word.
    @Test func bashCompletesEveryCommandAndItsOptions() throws {
        let folder = TemporaryFolder()
        var questions: [(words: [String], answers: [String])] = [([""], CommandLineTool.commands.map(\.name))]
        for command in CommandLineTool.all {
            let words = command.name.split(separator: " ").map(String.init)
            questions.append((words + ["-"], command.options.map(\.name) + ["--help"]))
            if !command.subcommands.isEmpty {
                questions.append((words + [""], command.subcommands.map(\.lastName)))
            }
        }
        let calls = questions.map { words, _ in
            let line = (["evoke"] + words).map { "'\($0)'" }.joined(separator: " ")
            return "COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _evoke; echo \"${COMPREPLY[*]}\""
        }
        let script = try folder.write(
            "complete.bash", (([Completions.bash(CommandLineTool.commands)] + calls).joined(separator: "\n")).utf8)
        let output = try Shell.output(of: "bash '\(script.display)'")
        let replies = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(replies.count == questions.count)
        for (question, reply) in zip(questions, replies) {
            let found = Set(reply.split(separator: " ").map(String.init))
            #expect(found.isSuperset(of: question.answers), "\(question.words): \(reply)")
        }
    }
}
