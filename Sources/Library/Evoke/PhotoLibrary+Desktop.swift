import EvokeIndexing
import EvokeLinux
import EvokeSystem
package import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// How to open a photo on the server's machine.
    package enum OpeningPlace: Sendable {
        /// In the user's program for such files.
        case viewer
        /// In the file manager, which shows its folder.
        case folder
    }

    package var hasDesktop: Bool {
        get async { await kept.viewer.executor.run { Desktop.isThere } }
    }

    /// Opens a photo's file on the server's desktop, if it is in one of the library's folders. Returns when it opens,
    /// or when nothing has failed for a while.
    ///
    /// Throws `EvokeError` of the kind `unsupported` if there is no desktop, or if it fails.
    package func open(_ photo: PhotoID, in place: OpeningPlace) async throws {
        let file = try await file(of: card(of: photo)).path
        guard await hasDesktop else {
            throw EvokeError(
                .unsupported, doing: "open the photo", subject: file.display,
                reason: "the server is not running in a desktop session",
                remedy: "Start it in one, or download the photo.")
        }
        let address = "file://" + file.percentEncoded
        switch place {
        case .viewer: try await open(address, file)
        case .folder:
            if await kept.viewer.executor.run({ Desktop.show(address) }) { return }
            let folder = file.parent ?? file
            try await open("file://" + folder.percentEncoded, folder)
        }
    }

    private func open(_ address: String, _ file: DiskPath) async throws {
        guard let program = try await kept.viewer.executor.run({ try Desktop.open(address) }) else {
            throw Self.cannotOpen(file, "neither xdg-open nor gio is installed", "Install xdg-utils.")
        }
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            if let ending = program.ending() {
                guard ending.isSuccess else {
                    throw Self.cannotOpen(file, "no desktop program could open it", "Open it from the file manager.")
                }
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        // Some run until their window is closed.
        Task { while !program.hasEnded() { try await Task.sleep(for: .seconds(1)) } }
    }

    private static func cannotOpen(_ file: DiskPath, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.unsupported, doing: "open", subject: file.display, reason: reason, remedy: remedy)
    }
}
