import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeIndexing

@Suite struct ScriptTests {
    /// Run by a real shell, with a program in the place of the desktop's.
    @Test func movesWhatItSays() async throws {
        let album = Album()
        let odd = "it's \"$(touch x)\" `touch y`\n;.jpg"
        for name in ["a.jpg", "b.jpg", odd] { try album.add(name, "picture") }
        try album.add("c.jpg", "other")
        try album.add("d.jpg", "changed")
        try album.add("c.xmp", "words")
        for name in ["e.jpg", "e.mov"] { try album.add(name, "picture") }
        let stays = try album.photo("a.jpg")
        let steps = [
            TidyStep(goes: try album.photo(odd), stays: stays, isExact: true),
            TidyStep(goes: try album.photo("c.jpg"), stays: stays, isExact: false),
            TidyStep(goes: try album.photo("d.jpg"), stays: stays, isExact: true),
            TidyStep(goes: try album.photo("e.jpg"), stays: stays, isExact: true),
        ]
        let script = try album.folder.write("script", TidyScript.bytes(steps))
        let program = try album.folder.write(
            "bin/gio", Array("#!/bin/sh\nshift 2; mv -- \"$1\" \"$(dirname \"$0\")/..\"\n".utf8))
        try FileSystem.setMode(0o755, of: program)
        func run(_ shell: String) async throws -> String {
            let path = try #require(program.parent?.string) + ":/usr/bin:/bin"
            let run = try RunningProgram(
                ["env", "--chdir=\(album.folder.path)", shell, try #require(script.string)], environment: ["PATH": path]
            )
            return await run.outcome().errors
        }
        let said = try await run("/bin/sh")

        let left = Set(try FileSystem.names(in: album.root).map { String(decoding: $0, as: UTF8.self) })
        #expect(left == ["a.jpg", "b.jpg", "d.jpg", "e.jpg", "e.mov"])
        #expect(said.contains("skipped, differs") && said.contains("skipped, has a raw file or a video"))
        #expect(!FileSystem.isFile(album.folder.path.appending("x")))
        #expect(FileSystem.isFile(album.folder.path.appending(odd)))

        let again = try await run("/bin/bash")
        #expect(again.components(separatedBy: "skipped, does not exist").count - 1 == 2, "what has gone already")
    }
}
