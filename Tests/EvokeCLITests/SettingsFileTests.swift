import EvokeValues
import Testing

@testable import EvokeCLI

@Suite struct SettingsFileTests {
    private let path = DiskPath("/home/me/.config/evoke/config.toml")

    private func read(_ text: String) throws -> [String] {
        try SettingsFile(text, path: path).lines.map { "\($0.command ?? "-") \($0.key) \($0.value)" }
    }

    private func set(_ text: String, _ key: String, _ command: String?, _ value: String?) throws -> String {
        try SettingsFile(text, path: path).text(setting: key, of: command, to: value)
    }

    @Test func readsTheTOMLThatSettingsNeed() throws {
        let text = """
            # Mine.
            library = "/media/my \\"photos\\"\\\\x" # a disk
            model='a#b'

            [search]\r
              top = 30\r
            [ models download ]   # of this command
            only-unmetered = true\r
            """
        #expect(
            try read(text) == [
                "- library /media/my \"photos\"\\x", "- model a#b", "search top 30",
                "models download only-unmetered true",
            ])
        #expect(try read("").isEmpty && read("\n\n# nothing\n").isEmpty)
    }

    @Test(arguments: [
        "top", "top =", "top = thirty", "top = \"30", "top = \"3\" 0", "top = \"\\q\"", "[]", "[search",
        "top = 1\ntop = 2",
        "top = [1, 2]", "top = 2019-01-01",
    ])
    func saysWhichLineIsWrong(text: String) throws {
        let error = #expect(throws: EvokeError.self) { try read("# first\n" + text) }
        #expect(
            error?.reason.contains(text.contains("\n") ? "line 3" : "line 2") == true, "\(String(describing: error))")
    }

    @Test func whatCanBeSetIsAnOption() {
        #expect(Settings.keys.allSatisfy { Settings.isOption($0, of: nil) })
        #expect(Set(Settings.keys).count == Settings.keys.count)
    }

    @Test func changesOneLineAlone() throws {
        let text = "# Mine.\ntop = 3 # few\n\n[search]\ntop = 30\n\n[serve]\nport = 9\n"
        #expect(try set(text, "top", nil, "5") == text.replacing("top = 3 # few", with: "top = 5"))
        #expect(try set(text, "top", "search", "5") == text.replacing("top = 30", with: "top = 5"))
        #expect(try set(text, "top", "search", nil) == text.replacing("top = 30\n", with: ""))
        #expect(
            try set(text, "model", nil, "a \"b\"") == text.replacing("few\n", with: "few\nmodel = \"a \\\"b\\\"\"\n"))
        #expect(
            try set(text, "model", "search", "m") == text.replacing("top = 30\n", with: "top = 30\nmodel = \"m\"\n"))
        #expect(try set(text, "top", "similar", "7") == text + "\n[similar]\ntop = 7\n")
        #expect(try set("", "top", nil, "7") == "top = 7\n")
        #expect(try set("", "top", "search", "7") == "[search]\ntop = 7\n")
        #expect(try set("[search]\ntop = 7", "model", nil, "m") == "model = \"m\"\n[search]\ntop = 7\n")
    }

    /// Whatever is set is read as it was given.
    @Test(arguments: ["30", "true", "a \"b\" \\ c", "# no", "-12.5", "ä\tb", "[x]", "= ="])
    func whatIsWrittenIsRead(value: String) throws {
        let text = try set("[serve]\nport = 9\n", "model", nil, value)
        #expect(try SettingsFile(text, path: path).lines.first { $0.key == "model" }?.value == value, "\(text)")
        let inner = try set(text, "model", "search", value)
        #expect(try SettingsFile(inner, path: path).lines.first { $0.command == "search" }?.value == value, "\(inner)")
    }
}
