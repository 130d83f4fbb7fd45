import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// Photos' files as a ZIP, which is read by Python.
@Suite struct ArchiveRouteTests {
    private func body(_ photos: String, _ service: TestService) async -> Answer {
        await service.send("{\"photos\": \(photos)}", to: "/api/archives")
    }

    private func zip(at address: String, _ service: TestService) async throws -> [UInt8] {
        let answer = await service.get(address)
        #expect(
            answer["Content-Type"] == "application/zip"
                && answer["Content-Disposition"] == "attachment; filename=\"photos.zip\"")
        guard case .download(let pieces) = answer.response.body else { return [] }
        return await pieces.reduce(into: []) { $0 += $1 }
    }

    private func names(in zip: [UInt8], _ service: TestService) throws -> [String] {
        try service.folder.write("a.zip", zip)
        try service.folder.write(
            "read.py",
            """
            import sys, zipfile
            zip = zipfile.ZipFile(sys.argv[1])
            assert zip.testzip() is None
            for one in zip.infolist():
                print(one.filename, one.file_size)
                if one.filename.endswith(".txt"): print(zip.read(one).decode())
            """.utf8)
        let folder = service.folder.path
        return try Shell.output(
            of:
                "PYTHONIOENCODING=utf-8 python3 '\(folder.appending("read.py").display)' '\(folder.appending("a.zip").display)'"
        ).split(separator: "\n").map(String.init)
    }

    @Test func holdsThePhotosThatAreThereAndNamesTheOthers() async throws {
        let service = try await TestService(pictures: 3) { folder in
            try folder.write("photos/Été/0.png", TestPicture.png(7))
            try folder.write("photos/Été/late.png", TestPicture.png(8))
        }
        let ids = await service.get("/api/photos").results.compactMap { $0["id"] as? Int }
        service.folder.remove("photos/1.png")
        let made = await body("\(ids + [999, ids[0]])", service)
        #expect(made.status == 200 && made.json["photos"] as? Int == 5 && made.json["bytes"] as? Int ?? 0 > 1_000)
        let address = try #require(made.json["address"] as? String)
        #expect(await service.get(address, method: "HEAD").status == 200, "which takes nothing")
        let listed = try names(in: try await zip(at: address, service), service)
        let sizes = ["0.png", "2.png", "Été/0.png", "Été/late.png"].map { name in
            "photos/\(name) \(FileSystem.size(of: service.photos.appending(name)))"
        }
        #expect(Set(listed.filter { $0.hasPrefix("photos/") && !$0.contains(":") }) == Set(sizes))
        for start in ["Missing photos.txt ", "photos/1.png: "] {
            #expect(listed.contains { $0.hasPrefix(start) })
        }
        #expect(await service.get(address).status == 404, "it is there once")
    }

    @Test func nothingButPhotosCanBeHad() async throws {
        let service = try await TestService(pictures: 1)
        for photos in ["[]", "[0]", "[\"/etc/passwd\"]", "[-1]", "5"] {
            #expect(await body(photos, service).kind == "wrongUsage", "\(photos)")
        }
        #expect(await body("[999]", service).status == 404)
        #expect(await service.get("/api/archives/..%2F..%2Fetc%2Fpasswd").status == 404)
        // A link to what is no photo of the library leads nowhere.
        try service.folder.write("secret", "secret".utf8)
        service.folder.remove("photos/0.png")
        try FileManager.default.createSymbolicLink(
            atPath: service.photos.appending("0.png").display,
            withDestinationPath: service.folder.path.appending("secret").display)
        let address = try #require(await body("[1]", service).json["address"] as? String)
        let listed = try names(in: try await zip(at: address, service), service)
        #expect(listed.filter { $0.hasPrefix("photos/") }.allSatisfy { $0.contains(":") }, "\(listed)")
    }

    @Test func soManyAreSentAtOnce() async throws {
        let service = try await TestService(of: Album.one)
        func fetch() async throws -> Answer {
            await service.get(try #require(await body("[1]", service).json["address"] as? String))
        }
        var sent: [Answer] = []
        for _ in 0..<Limits.archivesAtOnce { sent.append(try await fetch()) }
        #expect(sent.allSatisfy { $0.status == 200 })
        #expect(try await fetch().status == 503)
        sent = []
        #expect(try await fetch().status == 200)
        // Those that were asked for longest ago can be had no more.
        let first = try #require(await body("[1]", service).json["address"] as? String)
        for _ in 0..<Limits.archivesWaiting { _ = await body("[1]", service) }
        #expect(await service.get(first).status == 404)
    }
}
