import Evoke
import EvokePorts
import EvokeValues
import Foundation

/// Times what people wait for, with the demo album and the starter model.
struct Bench {
    let program: String
    let album: DiskPath
    private let library: DiskPath

    init(program: String, album: DiskPath) {
        self.program = program
        self.album = album
        library = DiskPath(NSTemporaryDirectory()).appending("evoke-bench-\(getpid())")
    }

    /// Photos per second from an empty to a full library, including loading the model; and a refresh without changes.
    func indexing() async throws {
        let configuration = try LibraryConfiguration(library: library)
        var counts: [Int] = []
        let fresh = try await secondsTaken {
            counts.append(try await PhotoLibrary.open(configuration, access: .write).index([album]) { _ in }.added)
        }
        let refresh = try await secondsTaken {
            counts.append(try await PhotoLibrary.open(configuration, access: .write).index([]) { _ in }.unchanged)
        }
        Figures.show(
            "index_album",
            ["photos": Double(counts[0]), "seconds": fresh, "photos_per_second": Double(counts[0]) / fresh])
        Figures.show("refresh_album", ["photos": Double(counts[1]), "ms": 1_000 * refresh])
    }

    /// One query at a time with a loaded text encoder.
    func texts() async throws {
        let encoder = try await Engine.open(configuration: LibraryConfiguration()).textEncoder()
        let queries = [
            "a red car", "ein Hund am Strand", "le petit déjeuner sur la table", "海辺の夕日", "two birds on a branch",
        ]
        _ = try await encoder.encode("warm up")
        var times: [Double] = []
        for round in 0..<20 {
            // Each text is new, so that none is cached.
            for query in queries {
                times.append(try await secondsTaken { _ = try await encoder.encode("\(query) \(round)") })
            }
        }
        Figures.show("encode_text", Figures.percentiles(times))
    }

    /// The whole command in a new process, from start to exit.
    func coldSearch() async throws {
        // It is in the temporary folder.
        defer { try? FileManager.default.removeItem(atPath: library.display) }
        var times: [Double] = []
        for round in 0..<22 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = ["search", "--library", library.display, "a red car"]
            process.standardOutput = FileHandle.nullDevice
            let seconds = try await secondsTaken {
                try process.run()
                process.waitUntilExit()
            }
            guard process.terminationStatus == 0 else {
                throw EvokeError(.inference, doing: "run", subject: program, reason: "it failed")
            }
            // The first two fill the caches.
            if round >= 2 { times.append(seconds) }
        }
        Figures.show("search_cold_process", Figures.percentiles(times))
    }
}

func secondsTaken(_ body: () async throws -> some Any) async rethrows -> Double {
    let started = ContinuousClock.now
    _ = try await body()
    return (ContinuousClock.now - started) / .seconds(1)
}

enum Figures {
    static func percentiles(_ seconds: [Double]) -> [String: Double] {
        let sorted = seconds.sorted().map { 1_000 * $0 }
        var figures = ["min_ms": sorted[0], "p50_ms": sorted[sorted.count / 2], "max_ms": sorted[sorted.count - 1]]
        // With fewer, it would be the maximum.
        if sorted.count > 100 { figures["p99_ms"] = sorted[sorted.count * 99 / 100] }
        return figures
    }

    static func show(_ name: String, of model: String? = nil, _ figures: [String: Double], precision: Precision? = nil)
    {
        let words = [("model", model), ("precision", precision?.rawValue)].compactMap { key, value in
            value.map { "\"\(key)\": \"\($0)\"" }
        }
        let numbers = figures.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \(($0.value * 100).rounded() / 100)" }
        print("{\"name\": \"\(name)\", \((words + numbers).joined(separator: ", "))}")
    }
}
