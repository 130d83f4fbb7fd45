import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc

/// Runs the built `evoke` as a user would: a process of its own, with a home of its own.
struct Program {
    typealias Outcome = RunningProgram.Outcome

    let home: TemporaryFolder

    init(home: TemporaryFolder = TemporaryFolder()) {
        self.home = home
    }

    @discardableResult
    func run(_ arguments: String...) async throws -> Outcome {
        try await run("exec", arguments)
    }

    /// `prefix` is the shell text before the program's name: limits, another user.
    func run(_ prefix: String, _ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        try await start(prefix, arguments: arguments, environment: environment).outcome()
    }

    func start(
        _ prefix: String = "exec", arguments: [String], environment: [String: String] = [:]
    ) throws -> RunningProgram {
        var variables = ProcessInfo.processInfo.environment
        for name in ["EVOKE_LIBRARY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { variables[name] = nil }
        variables["HOME"] = home.path.display
        variables["EVOKE_MODELS"] = try StarterAlone.modelStore.get().path.display
        variables["XDG_CACHE_HOME"] = SharedCache.folder.path.display
        variables.merge(environment) { $1 }
        let program = try Installed.program().display
        return try RunningProgram(
            ["/bin/sh", "-c", "\(prefix) \"$0\" \"$@\"", program] + arguments, environment: variables)
    }
}

extension RunningProgram.Outcome {
    /// The names of the files whose paths it printed.
    var names: [String] { lines.map { String(decoding: DiskPath($0).name, as: UTF8.self) } }

    /// The results of the one answer in JSON that it printed.
    var results: [[String: Any]] {
        get throws { try objects().first?["results"] as? [[String: Any]] ?? [] }
    }
}

/// Files of other tests.
enum Checkout {
    static let tests = FileSystem.absolute(DiskPath(#filePath)).parent!.parent!
}

/// Compiled graphs and the like, kept for all tests: making them takes a second each time.
private enum SharedCache {
    static let folder = TemporaryFolder()
}

/// A shelf without the graphs that read text: else each run of indexing would read all photos. Tests of that name the
/// whole shelf.
private enum StarterAlone {
    static let modelStore = Result {
        let folder = TemporaryFolder()
        // Also for the other users that tests become.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path.display)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path.appending("starter").display,
            withDestinationPath: Installed.models().appending("starter").display)
        return folder
    }
}

/// The demo album in a library, indexed once for all tests that only search it.
enum AlbumLibrary {
    private static let indexing = Task {
        let program = Program()
        let outcome = try await program.run("index", Installed.album().display)
        // Makes the search index, so that no test has to, or hears of it.
        try await program.run("search", "a photo")
        return (program, outcome)
    }

    static func program() async throws -> Program { try await indexing.value.0 }
    static func indexingOutcome() async throws -> Program.Outcome { try await indexing.value.1 }
}
