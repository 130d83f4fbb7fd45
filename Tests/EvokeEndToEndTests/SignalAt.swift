import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc

/// Counts the calls of a program that change a disk or send to a database, and sends it a signal at one of them: an event,
/// whatever the speed of the machine. Tests/EndToEnd/signal_at.c does it.
struct SignalAt {
    private static let library = Result { () throws -> (folder: TemporaryFolder, file: DiskPath) in
        let folder = TemporaryFolder.ofTheProcess()
        // Also for the other users that tests become.
        try FileSystem.setMode(0o755, of: folder.path)
        let (file, source) = (folder.path.appending("signal_at.so"), Checkout.tests.appending("EndToEnd/signal_at.c"))
        try Shell.output(of: "cc -std=c17 -O1 -shared -fPIC -o '\(file)' '\(source)' -ldl")
        return (folder, file)
    }

    /// The program reads it when it has started, and nobody may hold this then.
    private let folder = TemporaryFolder.ofTheProcess()
    let environment: [String: String]
    private let call: Int

    /// - Parameter call: the number of the call, from 1 on; none is signalled where it is 0.
    /// - Parameter name: counts only files that get a name with this end.
    init(_ signal: Int32 = SIGKILL, call: Int = 0, renamingTo name: String? = nil) throws {
        self.call = call
        try FileSystem.setMode(0o755, of: folder.path)
        var numbers: [UInt8] = []
        for number in [0, 0, Int64(call)] { numbers += withUnsafeBytes(of: number) { Array($0) } }
        let state = try folder.write("state", numbers)
        try FileSystem.setMode(0o666, of: state)
        var environment = [
            "LD_PRELOAD": try Self.library.get().file.display, "SIGNAL_AT_STATE": state.display,
            "SIGNAL_AT_NUMBER": "\(signal)",
        ]
        environment["SIGNAL_AT_NAME"] = name
        self.environment = environment
    }

    /// How many there were so far.
    var calls: Int {
        get throws {
            let bytes = try FileSystem.read(folder.path.appending("state"))
            return Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: Int64.self) })
        }
    }

    /// Until it stands still at its call, or has ended.
    func wait(for run: RunningProgram) async throws {
        try await EvokeTestSupport.wait(for: "call \(call)") { try calls >= call || !run.isRunning }
        try await run.stop()
    }

    /// Calls that are spread over all of a run that made so many. Another run may make some less.
    static func spread(_ count: Int, over calls: Int) -> [Int] {
        (1...count).map { max(1, calls * $0 / (count + 2)) }
    }
}
