import Evoke
import Foundation
import PhotoCore

// Prints one JSON object a line. Run it by 'make bench', which builds the program and names the album.
let variables = ProcessInfo.processInfo.environment
guard let program = variables["EVOKE_BINARY"], let album = variables["EVOKE_ALBUM"] else {
    FileHandle.standardError.write(
        Data("evoke-bench: EVOKE_BINARY and EVOKE_ALBUM are not set; run 'make bench'.\n".utf8))
    exit(64)
}
let bench = Bench(program: program, album: FilePath(album))
do {
    try await bench.indexing()
    try await bench.texts()
    try await bench.coldSearch()
} catch {
    FileHandle.standardError.write(Data("evoke-bench: \(error)\n".utf8))
    exit(1)
}
