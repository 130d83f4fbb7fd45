import Evoke
import EvokeValues
import Foundation

/// Prints one JSON object a line. Run it by 'make bench', which builds the program and names the album.
///
///     evoke-bench                          the demo album and the starter model
///     evoke-bench images MODEL [SECONDS]   a model's image side
///     evoke-bench texts MODEL              a model's text side
///     evoke-bench stages MODEL FOLDER      what is done to each photo of a folder, one thing after the other
///     evoke-bench graph FILE FOLDER        runs a graph on the numbers in a folder, for Benchmarks/litert.py
///     evoke-bench names [ROUNDS [SEED]]    exchanges, copies and changes files between runs that are stopped and killed
///     evoke-bench filters LIBRARY          conditions, and searches with them, in a library of large_library.py --facts
///     evoke-bench questions LIBRARY        questions as people type them, in the same
///     evoke-bench suggest LIBRARY          suggestions for what is being typed, in the same
///     evoke-bench record LIBRARY [PHOTOS]  photos recorded in a library that may be filled, by one writer and by several
///     evoke-bench work LIBRARY [PHOTOS]    photos taken from the queue of such a library in a database, and recorded
///     evoke-bench engines LIBRARY DIR      searches in a set that Benchmarks/vectors.py made, by an index of Evoke's own and
///                                          by a database; LIBRARY is one in a database, and not there yet
///     evoke-bench copies [PHOTOS]          copies found among so many looks that are made up
///     evoke-bench people DIR [BATCH]       people made of the faces that Benchmarks/people.py put there, so many at once
///     evoke-bench people DIR LIBRARY       the same faces in a library that may be filled, and then photos one by one
///     evoke-bench search --vectors DIR [--top N] [--threads N] [--exact] [--json]
///                                          searches in a set that Benchmarks/vectors.py made
let words = CommandLine.arguments.dropFirst()
do {
    switch (words.first, words.dropFirst().first) {
    case (nil, _):
        let variables = ProcessInfo.processInfo.environment
        guard let program = variables["EVOKE_BINARY"], let album = variables["EVOKE_ALBUM"] else {
            fail("EVOKE_BINARY and EVOKE_ALBUM are not set; run 'make bench'.", code: 64)
        }
        let bench = Bench(program: program, album: FilePath(album))
        try await bench.indexing()
        try await bench.texts()
        try await bench.coldSearch()
    case ("images", let model?):
        try await EncoderBench(model: model).images(seconds: words.count > 2 ? Double(words.last ?? "") ?? 5 : 5)
    case ("texts", let model?):
        try await EncoderBench(model: model).texts()
    case ("stages", let model?) where words.count == 3:
        try await StageBench(model: model, folder: FilePath(words.last ?? "")).run()
    case ("graph", let graph?) where words.count == 3:
        try await GraphRun.run(FilePath(graph), in: FilePath(words.last ?? ""))
    case ("names", let rounds):
        try await NameBench.run(rounds: rounds.flatMap { Int($0) } ?? 1_000, seed: words.dropFirst(2).first)
    case ("filters", let library?):
        try await FilterBench(FilePath(library)).run()
    case ("questions", let library?):
        try await QuestionBench(FilePath(library)).run()
    case ("suggest", let library?):
        try await SuggestBench(FilePath(library)).run()
    case ("record", let library?):
        try await RecordBench(FilePath(library), photos: words.dropFirst(2).first.flatMap { Int($0) } ?? 16_384).run()
    case ("work", let library?):
        try await WorkBench(FilePath(library), photos: words.dropFirst(2).first.flatMap { Int($0) } ?? 16_384).run()
    case ("engines", let library?) where words.count == 3:
        try await EngineBench(FilePath(library), vectors: FilePath(words.last ?? "")).run()
    case ("copies", let photos):
        let bench = CopyBench(photos: photos.flatMap { Int($0) } ?? 100_000)
        if let library = words.dropFirst(2).first {
            try await bench.run(in: LibraryConfiguration(library: FilePath(library)))
        } else {
            try await bench.run()
        }
    case ("people", let folder?):
        let bench = try PeopleBench(FilePath(folder))
        if let library = words.dropFirst(2).first, Int(library) == nil {
            try await bench.run(in: LibraryConfiguration(library: FilePath(library)))
        } else {
            try bench.run(batch: words.dropFirst(2).first.flatMap { Int($0) })
        }
    case ("search", _):
        try VectorBench.run(words.dropFirst())
        fail("use it as 'evoke-bench \(VectorBench.usage)'.", code: 64)
    default:
        fail(
            "use it as 'evoke-bench [images MODEL [SECONDS] | texts MODEL | stages MODEL FOLDER | graph FILE FOLDER | "
                + "names [ROUNDS [SEED]] | filters LIBRARY | questions LIBRARY | suggest LIBRARY | "
                + "record LIBRARY [PHOTOS] | work LIBRARY [PHOTOS] | engines LIBRARY DIR | people DIR [BATCH or LIBRARY] | \(VectorBench.usage)]'.",
            code: 64)
    }
} catch {
    fail("\(error)", code: 1)
}
// Not by way of the libraries' own tidying up, which a thread that still frees a graph would meet.
fflush(nil)
_exit(0)

func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("evoke-bench: \(message)\n".utf8))
    exit(code)
}
