import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Searches that are kept under names, with the real program: alone, and beside its server.
@Suite struct SavedSearchTests {
    @Test(arguments: [false, true]) func keepsAsksAndForgets(withServer: Bool) async throws {
        let program = Program()
        for name in ["cat.png", "dog.png", "doge.png"] {
            try program.home.write("photos/\(name)", TestPicture.png(name.utf8.count))
        }
        try await program.run("index", program.home.path.appending("photos").display)
        let server = withServer ? try await ServedLibrary(program) : nil

        // A query with a relative date, and a name that no address has.
        let (name, query) = ("Dogs: 50% / ä?", "\"dog\" -date:yesterday sort:name")
        let saved = try await program.run("search", "--save", " \(name) ", "--paths", query)
        #expect(saved.code == 0 && names(saved) == ["dog.png", "doge.png"], "\(saved.errors)")
        #expect(saved.errors.contains("Saved as '\(name)'"), "\(saved.errors)")
        try await program.run("search", "--save", "cats", "\"cat\"")
        #expect(try await list(program) == ["cats\t\"cat\"", "\(name)\t\(query)"])
        if let server {
            let answer = try await server.get("/api/searches")
            #expect(
                String(decoding: answer.body, as: UTF8.self).contains("{\"name\":\"cats\",\"query\":\"\\\"cat\\\"\"}"))
        }
        let json = try await program.run("searches", "--json").objects()
        #expect((json.first?["searches"] as? [[String: String]])?.map { $0["query"] } == ["\"cat\"", query])

        let asked = try await program.run("search", "--saved", name, "--paths")
        #expect(asked.code == 0 && names(asked) == ["dog.png", "doge.png"], "\(asked.errors)")
        try program.home.write("photos/dogs too.png", TestPicture.png(3))
        try await program.run("index")
        #expect(try await names(program.run("search", "--saved", name, "--paths")).count == 3, "it is live")
        let explained = try await program.run("search", "--saved", name, "--explain")
        #expect(explained.text.contains("date:20"), "relative dates are read now: \(explained.text)")

        for arguments in [["search", "--saved", "cat"], ["searches", "--remove", "Cat"]] {
            let unknown = try await program.run("exec", arguments)
            #expect(unknown.code == 1 && unknown.errors.contains("Did you mean 'cats'?"), "\(unknown.errors)")
            #expect(unknown.errors.contains("'evoke searches'"), "\(unknown.errors)")
        }
        #expect(try await program.run("searches", "--remove", name).code == 0)
        #expect(try await list(program) == ["cats\t\"cat\""])
        #expect(try await program.run("status", "--check").code == 0)
        server?.signal(SIGTERM)
    }

    @Test func whatCannotBeSavedIsNotSearchedFor() async throws {
        let library = try GeneratedLibrary(photos: 1)
        let folder = library.folder.display
        _ = try await library.index()
        for (arguments, words) in [
            (["--save", "a", "dog ratting:5"], "there is no field 'ratting'"),
            (["--save", " ", "dog"], "it has no name"),
            (["--save", "a", "like:dog.png"], "another photo in another folder"),
            (["--save", "a", "--explain", "dog"], "Choose one of --save and --explain."),
            (["--save", "a", "--saved", "b"], "Choose one of --save and --saved."),
            (["--saved", "a", "dog"], "Give a query or --saved"), (["--save", "a"], "The query is empty"),
        ] {
            let outcome = try await library.program.run("exec", ["search", "--library", folder] + arguments)
            #expect(outcome.code == 64 && outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        let list = try await library.program.run("searches", "--library", folder)
        #expect(list.code == 0 && list.output.isEmpty && list.errors.contains("None is saved"))
        let nowhere = try await Program().run("searches")
        #expect(nowhere.code == 1 && nowhere.errors.contains("there is no library"), "\(nowhere.errors)")
    }

    private func list(_ program: Program) async throws -> [String] { try await program.run("searches").lines }

    private func names(_ outcome: Program.Outcome) -> [String] {
        outcome.lines.map { String(decoding: FilePath($0).name, as: UTF8.self) }
    }
}
