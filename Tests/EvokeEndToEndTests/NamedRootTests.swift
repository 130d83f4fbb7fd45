import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Machines that have the same photos at other paths, with the real program: each is a home of its own.
@Suite struct NamedRootTests {
    @Test func isIndexedHereAndSearchedThere() async throws {
        let (here, there, nowhere) = (Machine(), Machine(), Machine())
        let server = try await PostgresServer.running()
        let address = server.newLibrary().display
        func run(_ machine: Machine, _ words: String...) async throws -> Program.Outcome {
            try await machine.run(words + ["--library", address])
        }
        for name in ["Reisen/boat.png", "Reisen/cat.png", "dog.png"] {
            let picture = TestPicture.png(name.utf8.count)
            for (machine, folder) in [(here, "archive"), (there, "disk")] {
                try machine.program.home.write("\(folder)/\(name)", picture)
            }
        }
        let (archive, disk) = (here.path("archive"), there.path("disk"))
        let planned = try await run(here, "index", "--root", "archive=\(archive)", "--for-workers")
        #expect(planned.code == 0 && planned.errors.contains("3 queued for workers"), "\(planned.errors)")

        // Whoever has no place for it does nothing, and loses nothing.
        for command in ["work --until-empty", "index"] {
            let idle = try await nowhere.run(command.split(separator: " ").map(String.init) + ["--library", address])
            #expect(idle.code == 0, "\(command): \(idle.errors)")
        }
        let worked = try await run(there, "work", "--root", "archive=\(disk)", "--until-empty", "--json")
        #expect(worked.code == 0, "\(worked.errors)")
        let report = try worked.objects().last
        #expect(report?["event"] as? String == "finished", "\(worked.text)")

        // Its place needs no repeating.
        for (machine, folder) in [(here, archive), (there, disk), (nowhere, "archive:")] {
            let sorted = try await run(machine, "search", "--paths", "in:archive/Reisen sort:name")
            #expect(sorted.lines == ["boat", "cat"].map { "\(folder)/Reisen/\($0).png" }, "\(sorted.text)")
            let again = try await run(machine, "index")
            #expect(again.code == 0, "\(again.errors)")
            #expect(again.errors.contains("3 unchanged") == (machine.home != nowhere.home), "\(again.errors)")
        }
        let status = try await run(there, "library", "status")
        #expect(status.lines.contains("Folders   archive  \(disk)"), "\(status.text)")
        let elsewhere = try await run(nowhere, "library", "status")
        #expect(elsewhere.text.contains("Photos    3") && elsewhere.text.contains("location on this machine unknown"))

        // What is deleted there is gone for all; and only there can it be seen.
        try FileSystem.erase(there.program.home.path.appending("disk/dog.png"))
        #expect(try await run(there, "index").errors.contains("1 deleted"))
        let listed = try await run(there, "library", "forget", "--dry-run", "archive:/Reisen/cat.png")
        #expect(listed.lines == ["\(disk)/Reisen/cat.png"], "\(listed.text) \(listed.errors)")
        #expect(
            try await run(nowhere, "library", "forget", "--yes", "archive:/Reisen/cat.png").errors.contains(
                "Forgot 1 photo"))
        #expect(try await run(nowhere, "search", "--paths", "in:archive").lines == ["archive:/Reisen/boat.png"])
    }

    /// A machine whose folder holds others takes nothing away from those that have them.
    @Test func aWorkerThatLacksThePhotosLeavesThemToOthers() async throws {
        let (here, there) = (Machine(), Machine())
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let address = server.newLibrary(in: database).display
        for number in 0..<20 { try here.program.home.write("archive/\(number).png", TestPicture.png(number)) }
        try there.program.home.write("archive/other.png", TestPicture.png(99))
        func run(_ machine: Machine, _ words: String...) async throws -> Program.Outcome {
            try await machine.run(words + ["--library", address])
        }
        let root = "archive=\(here.path("archive"))"
        #expect(try await run(here, "index", "--root", root, "--for-workers").code == 0)
        let lacking = try await run(there, "work", "--root", "archive=\(there.path("archive"))", "--until-empty")
        #expect(lacking.errors.contains("8 in a row do not exist here"), "\(lacking.errors)")
        #expect(try server.psql("SELECT count(*) FROM evoke.work", in: database) == "20\n")
        #expect(try server.psql("SELECT count(*) FROM evoke.work WHERE lost", in: database) == "8\n")

        // One of them is gone indeed.
        try FileSystem.erase(here.program.home.path.appending("archive/19.png"))
        let working = try await run(here, "work", "--until-empty")
        #expect(working.code == 0, "\(working.errors)")
        #expect(try server.psql("SELECT count(*) FROM evoke.work", in: database) == "1\n")
        #expect(try server.psql("SELECT count(*) FROM evoke.photos", in: database) == "19\n")
        #expect(try await run(here, "index").code == 0)
        #expect(try server.psql("SELECT count(*) FROM evoke.work", in: database) == "0\n")
        #expect(try await run(here, "library", "status").text.contains("Photos    19"))
    }
}

/// With a home of its own.
private struct Machine {
    let program = Program()

    var home: DiskPath { program.home.path }
    func path(_ name: String) -> String { (FileSystem.resolve(home) ?? home).appending(name).display }

    func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await program.run("exec", arguments)
    }
}
