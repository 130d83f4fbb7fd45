import EvokeValues
import Testing

@testable import EvokeCLI

@Suite struct ArgumentsTests {
    @Test func readsOptionsAndOperandsInAnyOrder() throws {
        let arguments = try parse("a", "--top", "3", "red", "--library=/x=y", "car", "-0")
        #expect(arguments.operands.map(\.display) == ["a", "red", "car"])
        #expect(try arguments.count(.top, default: 10) == 3)
        #expect(arguments.path(.library) == DiskPath("/x=y"))
        #expect(arguments.has(.null) && !arguments.has(.json))
        #expect(try parse("-n", "5", "dog", "-v").count(.top, default: 10) == 5)
    }

    @Test func whatFollowsTwoDashesIsNoOption() throws {
        #expect(try parse("--", "--top", "-0").operands.map(\.display) == ["--top", "-0"])
        #expect(try parse("-").operands.map(\.display) == ["-"])
    }

    @Test(arguments: [["-h"], ["a", "dog", "-h"], ["--top", "-h"], ["--top", "3", "--help", "-h"]])
    func helpIsAskedForAnywhere(words: [String]) throws {
        #expect(try Arguments(words.map { DiskPath($0) }, for: .search).has(.help))
    }

    @Test func keepsBytesThatAreNotUTF8() throws {
        let name = DiskPath(bytes: [0x2F, 0xFF])
        #expect(try Arguments([name], for: .similar).operands == [name])
    }

    @Test(arguments: [
        (["--tpo", "3"], "Unknown option '--tpo'. Did you mean '--top'?"),
        (["--frobnicate"], "Unknown option '--frobnicate'."),
        (["--top"], "'--top' needs a value."),
        (["--library="], "'--library' needs a value."),
        (["--json=yes"], "'--json' takes no value."),
        (["--top", "1", "--top", "2"], "'--top' is given twice."),
    ]) func saysWhatIsWrong(words: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Arguments(words.map { DiskPath($0) }, for: .search) }
        #expect(error?.message == message)
        #expect(error?.command == "search")
    }

    @Test(arguments: ["0", "-1", "x", " ", "1.5", "99999999999999999999"]) func countsAreWholeNumbers(value: String)
        throws
    {
        let arguments = try parse("--top", value)
        #expect(throws: UsageError.self) { try arguments.count(.top, default: 10) }
    }

    @Test(arguments: [
        ("serach", "Unknown command 'serach'. Did you mean 'search'?"),
        ("backup", "Unknown command 'backup'. Did you mean 'library backup'?"),
        ("frobnicate", "Unknown command 'frobnicate'."),
    ]) func guessesCommands(word: String, message: String) {
        let error = #expect(throws: UsageError.self) { try CommandLineTool.resolve([DiskPath(word)]) }
        #expect(error?.message == message)
    }

    private func parse(_ words: String...) throws -> Arguments {
        try Arguments(words.map { DiskPath($0) }, for: .search)
    }
}
