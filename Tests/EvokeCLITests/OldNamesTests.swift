import EvokeValues
import Testing

@testable import EvokeCLI

/// Commands and options that were renamed work under their old names until 1.1.
@Suite struct OldNamesTests {
    @Test func eachLeadsToACommandAndIsInNoHelp() throws {
        let shown = ([Help.overview(CommandLineTool.commands)] + CommandLineTool.all.map(Help.text)).joined()
        for (old, new) in OldNames.all {
            let words = old.split(separator: " ").map { DiskPath(String($0)) }
            let (replaced, notice) = try #require(OldNames.replaced(in: words), "\(old)")
            #expect(replaced.map(\.display).joined(separator: " ") == new, "\(old)")
            #expect(notice == "'evoke \(old)' is now 'evoke \(new)'; the old name goes away in 1.1.")
            #expect(OldNames.replaced(in: replaced) == nil, "\(new)")
            let (command, rest) = try CommandLineTool.resolve(replaced)
            #expect(new.hasPrefix(command.name) && rest.count <= 1, "\(new)")
            #expect(!CommandLineTool.all.contains { $0.name == old }, "\(old)")
            #expect(shown.firstMatch(of: try Regex("evoke \(old)(?=[ '\n])")) == nil, "\(old)")
        }
    }

    @Test(arguments: [
        ("tag add beach --photos a", "mark tag add beach --photos a"), ("searches --json", "saved --json"),
        ("searches --library x --remove best", "saved remove --library x best"),
        ("share --end=Italy", "share remove Italy"), ("models catalogue list --json", "models catalog --json"),
        ("models catalogue remove a", "models catalog remove a"), ("status --check", "library status --check"),
    ]) func whatFollowsStays(old: String, new: String) {
        let words = old.split(separator: " ").map { DiskPath(String($0)) }
        #expect(OldNames.replaced(in: words)?.words.map(\.display).joined(separator: " ") == new)
    }

    @Test(arguments: ["search tag", "models run", "share", "share -- --end", "saved", "config write-xmp"])
    func othersAreLeft(line: String) {
        #expect(OldNames.replaced(in: line.split(separator: " ").map { DiskPath(String($0)) }) == nil)
    }
}

extension CommandLineTool {
    static func named(_ name: String) throws -> Command {
        try resolve(name.split(separator: " ").map { DiskPath(String($0)) }).command
    }
}
