import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// Nothing is lost, wherever the program is killed while it indexes.
enum IndexingKills {
    /// 64, the batch and the photos in hand; with very many cores those in hand are more: the encoder takes eight for
    /// each core at once, and as many again may wait for an earlier one.
    private static let photosAtRisk = max(64, 16 + 16 * ProcessInfo.processInfo.activeProcessorCount + 1)

    static func loseNothing(kills: Int, photos: Int) async throws {
        let library = try GeneratedLibrary(photos: photos)
        let undisturbed = library.program.home.path.appending("undisturbed")
        let counting = try SignalAt()
        #expect(try await library.index(into: undisturbed, environment: counting.environment).code == 0)
        let expected = try await library.vectors(undisturbed)
        #expect(expected.count == photos)
        for call in SignalAt.spread(kills, over: try counting.calls) {
            let folder = library.program.home.path.appending("killed at \(call)")
            try await killOnce(library, folder, at: call)
            #expect(try await library.vectors(folder) == expected, "killed at call \(call)")
            #expect(try await library.check(folder).code == 0, "killed at call \(call)")
        }
    }

    private static func killOnce(_ library: GeneratedLibrary, _ folder: DiskPath, at call: Int) async throws {
        let watch = FolderWatch(library.photos.path)
        let killed = try await library.index(into: folder, environment: SignalAt(call: call).environment)
        #expect(killed.code == -SIGKILL, "call \(call): \(killed.errors)")
        let recorded = try await library.recorded(in: folder)
        let repeated = watch.opened.subtracting(recorded).count
        #expect(repeated <= photosAtRisk, "call \(call)")
        watch.forget()
        let rest = try await library.index(into: folder)
        #expect(rest.code == 0, "call \(call): \(rest.errors)")
        #expect(watch.opened.isDisjoint(with: recorded), "what was recorded is done again: call \(call)")
    }
}
