package import EvokePorts
import EvokeSystem
import EvokeValues
import Testing

/// What every `MetadataReading` must do. Run it against each implementation.
package struct FactsConformance {
    private let reader: any MetadataReading
    private let photo: [UInt8]
    private let sidecar: @Sendable (_ title: String) -> [UInt8]
    private let home = TemporaryFolder()

    /// - Parameters:
    ///   - photo: one that has no title.
    ///   - sidecar: what gives a photo that title.
    package init(
        _ reader: any MetadataReading, photo: [UInt8], sidecar: @escaping @Sendable (_ title: String) -> [UInt8]
    ) {
        self.reader = reader
        self.photo = photo
        self.sidecar = sidecar
    }

    package func checkAll() async throws {
        let file = try home.write("photo.jpg", photo)
        let first = try home.write("photo.jpg.xmp", sidecar("first"))
        let second = try home.write("photo.xmp", sidecar("second"))
        let order = [[], [first, second], [second, first]]
        #expect(try await titles(of: file, order) == [nil, "first", "second"])
        try await checkWhatSaysNothing(file, first)
        try await checkManyAtOnce(file, first, second)
        #expect(try FileSystem.read(file) == photo && FileSystem.read(first) == sidecar("first"))
    }

    /// Neither a lost sidecar nor a photo that is none keeps a photo out of a library.
    private func checkWhatSaysNothing(_ file: DiskPath, _ first: DiskPath) async throws {
        let none = home.path.appending("none.xmp")
        #expect(try await titles(of: file, [[none], [none, first]]) == [nil, "first"])
        let text = try home.write("text.jpg", "This is no photo.".utf8)
        #expect(try await titles(of: text, [[first], []]) == ["first", nil])
    }

    /// One for each list of sidecars.
    private func titles(of file: DiskPath, _ sidecars: [[DiskPath]]) async throws -> [String?] {
        var titles: [String?] = []
        for one in sidecars { titles.append(try await reader.metadata(of: file, sidecars: one).title) }
        return titles
    }

    private func checkManyAtOnce(_ file: DiskPath, _ first: DiskPath, _ second: DiskPath) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    let metadata = try await reader.metadata(of: file, sidecars: [number % 2 == 0 ? first : second])
                    #expect(metadata.title == (number % 2 == 0 ? "first" : "second"))
                }
            }
            try await group.waitForAll()
        }
    }
}
