import Evoke
import EvokePorts
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
        let service = try await TestService(of: Album.three)
        let file = service.configuration.library.appending(Self.names[0])
        #expect(await service.get("/api/search?q=a").results.count == 3)
        let kept = try FileSystem.read(file)
        for name in Self.names { unlink(service.configuration.library.appending(name).display) }
        var answers: [Answer] = []
        for target in ["search?q=a", "photos", "photos/1", "library", "health"] {
            answers.append(await service.get("/api/\(target)"))
        }
        let root = "{\"path\": \"\(service.photos.display)\"}"
        answers.append(await service.send(root, to: "/api/library/roots"))
        answers.append(await index(service))
        for answer in answers {
            #expect(answer.status == 503 && answer.kind == "libraryUnavailable", "\(answer.json)")
            #expect((answer.json["remedy"] as? String)?.contains("Put it back") == true)
        }
        #expect(FileSystem.isMissing(file), "no empty one is made in its place")

        try FileSystem.replace(file, with: kept)
        #expect(await service.get("/api/search?q=a").results.count == 3)
        #expect(await service.get("/api/library").ints("photos") == [3])
    }

    private func index(_ service: TestService) async -> Answer {
        await service.send("{\"state\": \"running\"}", to: "/api/library/indexing", method: "PUT")
    }

    @Test func aFolderThatIsGoneIsNotMadeAnew() async throws {
        let service = try await TestService(of: Album.three)
        let (library, away) = (service.configuration.library, service.folder.path.appending("away"))
        #expect(rename(library.display, away.display) == 0)
        #expect(await service.get("/api/photos/1/thumbnail").status == 503)
        #expect(await service.send("{\"path\": \"/tmp\"}", to: "/api/library/roots").status == 503)
        #expect(FileSystem.isMissing(library))
        #expect(rename(away.display, library.display) == 0)
        #expect(await service.get("/api/search?q=a").results.count == 3)
    }

    /// Else whoever reads meanwhile would have to begin again: closed, the reader would answer nothing any more.
    @Test func whatTheServerWritesIsNoOtherLibrary() async throws {
        let service = try await TestService(of: Album.three)
        let reader = try await service.library.current { $0 }
        func favorites() async throws -> Int {
            _ = try await reader.suggest("a", top: 1)
            return await service.get("/api/search?q=is:favourite").results.count
        }
        await service.mark(1, "\"add\": {\"favourite\": true}")
        #expect(try await favorites() == 1)
        await service.send(to: "/api/marks/undo")
        #expect(try await favorites() == 0)
        let saved = await service.send("{\"query\": \"is:favourite\"}", to: "/api/searches/best", method: "PUT")
        #expect(saved.status == 200)
        #expect(try await favorites() == 0)
    }

    @Test func whatTheServerIndexesIsNoOtherLibrary() async throws {
        let service = try await TestService()
        let reader = try await service.library.current { $0 }
        let more = service.folder.path.appending("more")
        try service.folder.write("more/4.png", TestPicture.png(4))
        #expect(await service.send("{\"path\": \"\(more.display)\"}", to: "/api/library/roots").status == 202)
        try await service.rest()
        #expect(await service.get("/api/search?q=a").results.count == 4)
        try service.folder.write("photos/3.png", TestPicture.png(3))
        #expect(await index(service).status == 202)
        try await service.rest()
        #expect(await service.get("/api/search?q=a").results.count == 5)
        _ = try await reader.suggest("a", top: 1)
    }

    /// Renamed into its place, or written over what is there, as 'cp' does.
    @Test(arguments: zip([false, true], [true, false])) func aBackupIsServedAtOnce(
        inPlace: Bool, withLog: Bool
    ) async throws {
        let service = try await TestService()
        let file = service.configuration.library.appending(Self.names[0])
        func counts() async -> [Int?] {
            [
                await service.get("/api/search?q=a").results.count,
                await service.get("/api/photos").json["total"] as? Int,
            ]
        }
        #expect(await counts() == [3, 3])
        let backup = try FileSystem.read(file)
        for number in 3..<6 { try service.folder.write("photos/\(number).png", TestPicture.png(number)) }
        let writer = try await PhotoLibrary.open(service.configuration, access: .write)
        _ = try await writer.index([]) { _ in }
        try await writer.close()
        #expect(await counts() == [6, 6])

        try put(backup, file, inPlace: inPlace)
        // A whole folder is put back with the log, which is empty.
        if withLog {
            close(open(service.configuration.library.appending(Self.names[1]).display, O_WRONLY | O_TRUNC | O_CLOEXEC))
        }
        #expect(await counts() == [3, 3])
        // It is written to as any other.
        #expect(await index(service).status == 202)
        try await service.rest()
        #expect(await counts() == [6, 6])
        #expect(try await service.configuration.opened().check().faults.map(\.words) == [])
    }

    private func put(_ backup: [UInt8], _ file: DiskPath, inPlace: Bool) throws {
        guard inPlace else { return try FileSystem.replace(file, with: backup) }
        let descriptor = open(file.display, O_WRONLY | O_TRUNC | O_CLOEXEC)
        #expect(backup.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) } && close(descriptor) == 0)
    }

    /// As a writer leaves it that was killed: SQLite would put what is in it over the backup.
    @Test func aBackupBesideTheLogOfAnotherIsNotServed() async throws {
        let service = try await TestService(of: Album.three)
        let library = service.configuration.library
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
