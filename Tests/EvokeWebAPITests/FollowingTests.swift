import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeWebAPI

/// What happens to the library's file behind a server's back.
@Suite struct FollowingTests {
    private static let names = ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm"]

    @Test func aLibraryThatIsGoneIsSaidToBeAndComesBack() async throws {
        let service = try await TestService()
        let library = service.places.library
        #expect(await service.get("/api/search?q=a").results.count == 3)
        let kept = try FileSystem.read(library.appending(Self.names[0]))
        for name in Self.names { unlink(library.appending(name).display) }
        let root = "{\"path\": \"\(service.photos.display)\"}"
        let answers = [
            await service.get("/api/search?q=a"), await service.get("/api/photos"), await service.get("/api/photos/1"),
            await service.get("/api/library"), await service.get("/api/health"),
            await service.send(root, to: "/api/library/roots"),
            await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT"),
        ]
        for answer in answers {
            #expect(answer.status == 503 && answer.kind == "libraryUnavailable", "\(answer.json)")
            #expect((answer.json["remedy"] as? String)?.contains("Put it back") == true)
        }
        #expect(FileSystem.isMissing(library.appending(Self.names[0])), "no empty one is made in its place")

        try FileSystem.replace(library.appending(Self.names[0]), with: kept)
        #expect(await service.get("/api/search?q=a").results.count == 3)
        #expect(await service.get("/api/library").json["photos"] as? Int == 3)
    }

    @Test func aFolderThatIsGoneIsNotMadeAnew() async throws {
        let service = try await TestService()
        let (library, away) = (service.places.library, service.folder.path.appending("away"))
        #expect(rename(library.display, away.display) == 0)
        #expect(await service.get("/api/photos/1/thumbnail").status == 503)
        #expect(await service.send("{\"path\": \"/tmp\"}", to: "/api/library/roots").status == 503)
        #expect(FileSystem.isMissing(library))
        #expect(rename(away.display, library.display) == 0)
        #expect(await service.get("/api/search?q=a").results.count == 3)
    }

    /// Else whoever reads meanwhile would have to begin again.
    @Test func whatTheServerWritesIsNoOtherLibrary() async throws {
        let service = try await TestService()
        // Closed, it would answer nothing any more.
        let reader = try await service.host.current()
        let isFavourite = "{\"photos\": [1], \"add\": {\"favourite\": true}}"
        #expect(await service.send(isFavourite, to: "/api/marks").status == 200)
        #expect(await service.get("/api/search?q=is:favourite").results.count == 1)
        _ = try await reader.suggest("a", top: 1)
        #expect(await service.send("", to: "/api/marks/undo").status == 200)
        #expect(await service.get("/api/search?q=is:favourite").results.isEmpty)
        _ = try await reader.suggest("a", top: 1)
        let saved = await service.send("{\"query\": \"is:favourite\"}", to: "/api/searches/best", method: "PUT")
        #expect(saved.status == 200)
        #expect(await service.get("/api/searches").status == 200)
        _ = try await reader.suggest("a", top: 1)

        let more = service.folder.path.appending("more")
        try service.folder.write("more/4.png", TestPicture.png(4))
        #expect(await service.send("{\"path\": \"\(more.display)\"}", to: "/api/library/roots").status == 202)
        try await service.rest()
        #expect(await service.get("/api/search?q=a").results.count == 4)
        try service.folder.write("photos/3.png", TestPicture.png(3))
        let resumed = await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT")
        #expect(resumed.status == 202)
        try await service.rest()
        #expect(await service.get("/api/search?q=a").results.count == 5)
        _ = try await reader.suggest("a", top: 1)
    }

    /// Renamed into its place, or written over what is there, as 'cp' does.
    @Test(arguments: [false, true], [false, true]) func aBackupIsServedAtOnce(inPlace: Bool, withLog: Bool) async throws
    {
        let service = try await TestService()
        let file = service.places.library.appending(Self.names[0])
        #expect(await service.get("/api/search?q=a").results.count == 3)
        let backup = try FileSystem.read(file)
        for number in 3..<9 { try service.folder.write("photos/\(number).png", TestPicture.png(number)) }
        let writer = try await PhotoLibrary.open(service.places, access: .write)
        _ = try await writer.index([]) { _ in }
        try await writer.close()
        #expect(await service.get("/api/search?q=a").results.count == 9)
        #expect(await service.get("/api/photos").json["total"] as? Int == 9)

        if inPlace {
            let descriptor = open(file.display, O_WRONLY | O_TRUNC | O_CLOEXEC)
            #expect(backup.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) } && close(descriptor) == 0)
        } else {
            try FileSystem.replace(file, with: backup)
        }
        // A whole folder is put back with the log, which is empty.
        if withLog {
            close(open(service.places.library.appending(Self.names[1]).display, O_WRONLY | O_TRUNC | O_CLOEXEC))
        }
        #expect(await service.get("/api/search?q=a").results.count == 3)
        #expect(await service.get("/api/photos").json["total"] as? Int == 3)

        // It is written to as any other.
        #expect(
            await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT").status == 202)
        try await service.rest()
        #expect(await service.get("/api/search?q=a").results.count == 9)
        let report = try await LibraryStatus.check(service.places)
        #expect(report.isInOrder, "\(report.faults)")
    }

    /// As a writer leaves it that was killed: SQLite would put what is in it over the backup.
    @Test func aBackupBesideTheLogOfAnotherIsNotServed() async throws {
        let service = try await TestService()
        let library = service.places.library
        #expect(await service.get("/api/search?q=a").results.count == 3)
        let backup = try FileSystem.read(library.appending(Self.names[0]))
        let log = open(library.appending(Self.names[1]).display, O_WRONLY | O_CLOEXEC)
        let left = [UInt8](repeating: 7, count: 4_096)
        #expect(left.withUnsafeBytes { FileSystem.writeAll($0, to: log) } && close(log) == 0)
        #expect(await service.get("/api/search?q=a").results.count == 3)

        try FileSystem.replace(library.appending(Self.names[0]), with: backup)
        let refused = await service.get("/api/search?q=a")
        #expect(refused.status == 503 && refused.kind == "libraryUnavailable")
        #expect((refused.json["remedy"] as? String)?.contains("library.sqlite-wal") == true)
        for name in Self.names.dropFirst() { unlink(library.appending(name).display) }
        #expect(await service.get("/api/search?q=a").results.count == 3)
    }
}
