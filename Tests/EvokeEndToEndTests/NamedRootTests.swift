import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Machines that have the same photos at other paths, with the real program: each is a home of its own.
@Suite struct NamedRootTests {
    @Test(arguments: PostgresServer.Version.allCases)
    func isIndexedHereAndSearchedThere(version: PostgresServer.Version) async throws {
        let (here, there, nowhere) = (Machine(), Machine(), Machine())
        let server = try await PostgresServer.running(version)
        let address = server.newLibrary().display
        func run(_ machine: Machine, _ command: String, _ rest: String...) async throws -> Program.Outcome {
            try await machine.run([command, "--library", address] + rest)
        }
        for name in ["Reisen/boat.png", "Reisen/cat.png", "dog.png"] {
            let picture = TestPicture.png(name.utf8.count)
            for (machine, folder) in [(here, "archive"), (there, "disk")] {
                try machine.program.home.write("\(folder)/\(name)", picture)
            }
        }
        let (archive, disk) = (here.path("archive"), there.path("disk"))
        let unknown = try await run(there, "work", "--root", "archive=\(disk)", "--until-empty")
        #expect(unknown.code == 1 && unknown.errors.contains("no library of that name"), "\(unknown.errors)")
        let planned = try await run(here, "index", "--root", "archive=\(archive)", "--for-workers")
        #expect(planned.code == 0 && planned.errors.contains("3 left to workers"), "\(planned.errors)")

        // Whoever has no place for it does nothing, and loses nothing.
        for command in ["work --until-empty", "index"] {
            let idle = try await nowhere.run(command.split(separator: " ").map(String.init) + ["--library", address])
            #expect(idle.code == 0, "\(command): \(idle.errors)")
        }
        let wrong = try await run(there, "work", "--root", "archiv=\(disk)", "--until-empty")
        #expect(wrong.code == 64 && wrong.errors.contains("Those with names are: archive."), "\(wrong.errors)")
        let worked = try await run(there, "work", "--root", "archive=\(disk)", "--until-empty", "--json")
        #expect(worked.code == 0, "\(worked.errors)")
        let events = try worked.objects()
        #expect(events.first?["event"] as? String == "progress" && events.first?["total"] as? Int == 3)
        #expect(events.last?["event"] as? String == "finished")
        #expect((events.last?["report"] as? [String: Any])?["added"] as? Int == 3, "\(worked.text)")
        #expect(worked.errors.isEmpty, "\(worked.errors)")

        // Its place needs no repeating.
        for (machine, folder) in [(here, archive), (there, disk), (nowhere, "archive:")] {
            let found = try await run(machine, "search", "--paths", "boat.png")
            #expect(found.lines.first == "\(folder)/Reisen/boat.png", "\(found.text) \(found.errors)")
            let sorted = try await run(machine, "search", "--paths", "in:archive/Reisen sort:name")
            #expect(sorted.lines == ["boat", "cat"].map { "\(folder)/Reisen/\($0).png" }, "\(sorted.text)")
            let again = try await run(machine, "index")
            #expect(again.code == 0, "\(again.errors)")
            #expect(again.errors.contains("3 unchanged") == (machine.home != nowhere.home), "\(again.errors)")
        }
        let status = try await run(there, "status")
        #expect(status.lines.contains("Folders   archive  \(disk)"), "\(status.text)")
        let elsewhere = try await run(nowhere, "status")
        #expect(elsewhere.text.contains("Photos    3") && elsewhere.text.contains("no place on this machine"))
        let checked = try await run(nowhere, "status", "--check", "--read-photos")
        #expect(checked.code == 0 && !checked.text.contains("gone"), "\(checked.text)")

        // What is deleted there is gone for all; and only there can it be seen.
        try FileSystem.erase(there.program.home.path.appending("disk/dog.png"))
        #expect(try await run(there, "index").errors.contains("1 gone"))
        #expect(try await run(nowhere, "forget", "archive:/Reisen/cat.png").errors.contains("Forgot 1 photo"))
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
        func run(_ machine: Machine, _ command: String, _ rest: String...) async throws -> Program.Outcome {
            try await machine.run([command, "--library", address] + rest)
        }
        let root = "archive=\(here.path("archive"))"
        #expect(try await run(here, "index", "--root", root, "--for-workers").code == 0)
        let lacking = try await run(there, "work", "--root", "archive=\(there.path("archive"))", "--until-empty")
        #expect(lacking.errors.contains("8 of them in a row are not there"), "\(lacking.errors)")
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
        #expect(try await run(here, "status").text.contains("Photos    19"))
    }

    @Test func aServerFollowsWhereARootIs() async throws {
        let machine = Machine()
        let server = try await PostgresServer.running()
        let address = server.newLibrary().display
        for folder in ["one", "two"] { try machine.program.home.write("\(folder)/boat.png", TestPicture.png(3)) }
        let indexed = try await machine.run(["index", "--library", address, machine.path("one")])
        #expect(indexed.code == 0, "\(indexed.errors)")
        let served = try await ServedLibrary(machine.program, ["--library", address])
        func shown() async throws -> (path: String, original: Int) {
            let photo = try #require(try await served.get("/api/photos?top=1").results.first)
            let original = try await served.get("/api/photos/\(photo["id"] ?? "")/original").status
            return (photo["path"] as? String ?? "", original)
        }
        #expect(try await shown().path == machine.path("one") + "/boat.png")
        // It gets a name, and then another place, while the server runs.
        for folder in ["one", "two"] {
            let place = "archive=\(machine.path(folder))"
            let command = folder == "one" ? "index" : "search"
            let words = command == "search" ? ["boat"] : []
            let outcome = try await machine.run([command, "--library", address, "--root", place] + words)
            #expect(outcome.code == 0, "\(outcome.errors)")
            let now = try await shown()
            #expect(now.path == machine.path(folder) + "/boat.png" && now.original == 200, "\(now)")
            let roots = try await served.get("/api/library").json["roots"] as? [[String: Any]]
            #expect(roots?.first?["name"] as? String == "archive", "\(roots ?? [])")
        }
        served.signal(SIGTERM)
        #expect(await served.outcome().code == 0)
    }

    @Test func whatIsNoRootIsRefused() async throws {
        let machine = Machine()
        try machine.program.home.write("photos/a.png", TestPicture.png(1))
        let (photos, address) = (machine.path("photos"), try await PostgresServer.running().newLibrary().display)
        /// 64 is for words that make no sense.
        func errors(_ root: String, library: String, _ code: Int32) async throws -> String {
            let outcome = try await machine.run(["index", "--library", library, "--root", root])
            #expect(outcome.code == code, "\(root): \(outcome.errors)")
            return outcome.errors
        }
        #expect(try await errors("archive", library: address, 64).contains("NAME=PATH"))
        #expect(try await errors("a/b=\(photos)", library: address, 64).contains("no name of a root"))
        #expect(try await errors("a=\(photos)/nothing", library: address, 1).contains("nothing at that path"))
        #expect(try await errors("a=\(photos)/a.png", library: address, 64).contains("not a folder"))
        #expect(try await errors("a=/", library: address, 64).contains("all of the machine"))
        let folder = try await errors("a=\(photos)", library: machine.path("library"), 1)
        #expect(folder.contains("knows its roots by their paths alone"))
        #expect(!FileSystem.isFolder(FilePath(machine.path("library"))))
    }
}

/// With a home of its own.
private struct Machine {
    let program = Program()

    var home: FilePath { program.home.path }
    func path(_ name: String) -> String { (FileSystem.resolve(home) ?? home).appending(name).display }

    func run(_ arguments: [String]) async throws -> Program.Outcome {
        try await program.run("exec", arguments)
    }
}
