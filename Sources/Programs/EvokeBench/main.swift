import Evoke
import EvokeValues
import Foundation

/// Prints one JSON object per line. Run it with 'make bench', which builds the program and sets the album.
///
///     evoke-bench                          the demo album and the starter model
///     evoke-bench images MODEL [SECONDS]   a model's image encoder
///     evoke-bench texts MODEL              a model's text encoder
///     evoke-bench stages MODEL FOLDER      each step of indexing the photos of a folder, by itself
///     evoke-bench graph FILE FOLDER        a graph run on numbers from a folder, for Benchmarks/litert.py
///     evoke-bench names [ROUNDS [SEED]]    files swapped, copied, and changed between interrupted runs
///     evoke-bench filters LIBRARY          conditions and searches with them, in a library of large_library.py --metadata
///     evoke-bench questions LIBRARY        queries as people type them, in the same library
///     evoke-bench suggest LIBRARY          suggestions while typing, in the same library
///     evoke-bench record LIBRARY [PHOTOS]  photos recorded by one and by several writers; the library may be filled
///     evoke-bench work LIBRARY [PHOTOS]    photos from the queue of a library in a database, processed by workers
///     evoke-bench engines LIBRARY DIR      searches of a set made by Benchmarks/vectors.py, by Evoke's own index and by
///                                          a database; LIBRARY is in a database and must not exist yet
///     evoke-bench copies [PHOTOS]          copies found among generated fingerprints
///     evoke-bench people DIR [BATCH]       faces from Benchmarks/people.py grouped into people, in batches
///     evoke-bench people DIR LIBRARY       the same in a library, which may be filled, then photos one by one
///     evoke-bench search --vectors DIR [--top N] [--threads N] [--exact] [--json]
///                                          searches of a set made by Benchmarks/vectors.py
let words = CommandLine.arguments.dropFirst()
DecodingProcess.decodeHere()
do {
    switch (words.first, words.dropFirst().first) {
    case (nil, _):
        let variables = ProcessInfo.processInfo.environment
        guard let program = variables["EVOKE_BINARY"], let album = variables["EVOKE_ALBUM"] else {
            fail("EVOKE_BINARY and EVOKE_ALBUM are not set; run 'make bench'.", code: 64)
        }
        let bench = Bench(program: program, album: DiskPath(album))
        try await bench.indexing()
        try await bench.texts()
        try await bench.coldSearch()
    case ("images", let model?):
        try await EncoderBench(model: model).images(seconds: words.count > 2 ? Double(words.last ?? "") ?? 5 : 5)
    case ("texts", let model?):
        try await EncoderBench(model: model).texts()
    case ("stages", let model?) where words.count == 3:
        try await StageBench(model: model, folder: DiskPath(words.last ?? "")).run()
    case ("graph", let graph?) where words.count == 3:
        try await GraphRun.run(DiskPath(graph), in: DiskPath(words.last ?? ""))
    case ("names", let rounds):
        try await NameBench.run(rounds: rounds.flatMap { Int($0) } ?? 1_000, seed: words.dropFirst(2).first)
    case ("filters", let library?):
        try await FilterBench(DiskPath(library)).run()
    case ("questions", let library?):
        try await QuestionBench(DiskPath(library)).run()
    case ("suggest", let library?):
        try await SuggestBench(DiskPath(library)).run()
    case ("record", let library?):
        try await RecordBench(DiskPath(library), photos: words.dropFirst(2).first.flatMap { Int($0) } ?? 16_384).run()
    case ("work", let library?):
        try await WorkBench(DiskPath(library), photos: words.dropFirst(2).first.flatMap { Int($0) } ?? 16_384).run()
    case ("engines", let library?) where words.count == 3:
        try await EngineBench(DiskPath(library), vectors: DiskPath(words.last ?? "")).run()
    case ("copies", let photos):
        let bench = CopyBench(photos: photos.flatMap { Int($0) } ?? 100_000)
        if let library = words.dropFirst(2).first {
            try await bench.run(in: LibraryConfiguration(library: DiskPath(library)))
        } else {
            try await bench.run()
        }
    case ("people", let folder?):
        let bench = try PeopleBench(DiskPath(folder))
        if let library = words.dropFirst(2).first, Int(library) == nil {
            try await bench.run(in: LibraryConfiguration(library: DiskPath(library)))
        } else {
            try bench.run(batch: words.dropFirst(2).first.flatMap { Int($0) })
        }
    case ("search", _):
        try VectorBench.run(words.dropFirst())
        fail("usage: evoke-bench \(VectorBench.usage)", code: 64)
    default:
        fail(
            "usage: evoke-bench [images MODEL [SECONDS] | texts MODEL | stages MODEL FOLDER | graph FILE FOLDER | "
                + "names [ROUNDS [SEED]] | filters LIBRARY | questions LIBRARY | suggest LIBRARY | "
                + "record LIBRARY [PHOTOS] | work LIBRARY [PHOTOS] | engines LIBRARY DIR | people DIR [BATCH or LIBRARY] | \(VectorBench.usage)]",
            code: 64)
    }
} catch {
    fail("\(error)", code: 1)
}
// Without the exit handlers of libraries, which could collide with a thread that is still freeing a graph.
fflush(nil)
_exit(0)

func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("evoke-bench: \(message)\n".utf8))
    exit(code)
}
