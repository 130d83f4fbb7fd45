import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Five hundred damaged files among five hundred good ones.
@Suite struct DamagedFileTests {
    /// Decoding takes 18 MB a photo at most and the program itself 100 to 150 MB, of which most is OpenVINO; a bomb
    /// that went off would take ten gigabytes.
    private static let memoryLimit = 400_000_000

    @Test func damageStaysWithTheDamaged() async throws {
        let library = try GeneratedLibrary(photos: 500)
        let damaged = try DamagedFile.make(497)
        for file in damaged { try library.photos.write(file.name, file.bytes) }
        var names = Set(damaged.map(\.name))
        #expect(names.count == damaged.count)
        for (name, make) in [("pipe.jpg", makePipe), ("loop.jpg", makeLoop)] {
            try make(library.photos.path.appending(name))
            names.insert(name)
        }
        #expect(names.count == 500)

        let outcome = try await library.index("exec \(Self.measuringMemory)")
        #expect(outcome.code == 3, "\(outcome.code) \(outcome.errors.suffix(500))")
        let peak = try #require(outcome.lines.last.flatMap(Int.init))
        #expect((1..<Self.memoryLimit).contains(peak), "it took \(peak) bytes")

        let indexed = try await Set(library.vectors().keys.map { String(decoding: $0.name, as: UTF8.self) })
        let good = Set((0..<500).map(GeneratedLibrary.name))
        #expect(indexed.isSuperset(of: good), "not indexed: \(good.subtracting(indexed))")
        let failures = try #require(try await library.status()["failures"] as? [[String: String]])
        let listed = Set(failures.compactMap { $0["path"].map { String(decoding: DiskPath($0).name, as: UTF8.self) } })
        #expect(failures.allSatisfy { $0["reason"]?.isEmpty == false })
        #expect(listed.union(indexed) == good.union(names), "\(good.union(names).subtracting(listed.union(indexed)))")
        #expect(listed.isDisjoint(with: indexed))
        #expect(listed.count > 200, "most of them are beyond reading")
        for name in names where name.hasPrefix("bomb") {
            let reason = failures.first { $0["path"]?.hasSuffix(name) == true }?["reason"]
            #expect(reason?.contains("million") == true, "\(name): \(reason ?? "not listed")")
        }
        let lines = try await library.program.run("library", "status", "--failed", "--library", library.folder.display)
            .lines
        let cut = try await library.status()["cut_photos"] as? [[String: Any]] ?? []
        #expect(!cut.isEmpty && lines.count == listed.count + cut.count)
        #expect(try await library.check().code == 0)
    }

    /// Runs a program and prints the most memory that it had, in bytes.
    private static let measuringMemory = """
        /usr/bin/python3 -c 'import resource, subprocess, sys
        code = subprocess.call(sys.argv[1:])
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
        sys.exit(code)'
        """
}

private func makePipe(_ path: DiskPath) throws {
    #expect(mkfifo(path.display, 0o600) == 0)
}

private func makeLoop(_ path: DiskPath) throws {
    #expect(symlink(path.display, path.display) == 0)
}
