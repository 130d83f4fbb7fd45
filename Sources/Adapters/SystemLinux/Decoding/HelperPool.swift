import Dispatch
import EvokeCApart
import EvokeLinux
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Decodes in helper processes: one per concurrent order, started on demand, and ended after a while without orders.
package final class HelperPool: Sendable {
    private struct State {
        var idle: [HelperProcess] = []
        var orders = 0
        var isTimed = false
    }

    private let program: DiskPath
    private let word: String
    private let patience: Patience
    /// Helpers end after this long without an order.
    private let rest: Duration
    private let state = Locked(State())

    /// - Parameter word: the argument that makes the program act as a helper.
    package init(program: DiskPath, word: String, patience: Patience = .usual, rest: Duration = .seconds(60)) {
        self.program = program
        self.word = word
        self.patience = patience
        self.rest = rest
    }

    /// The processes that wait for orders.
    package var idle: [Int32] { state.withLock { $0.idle.map(\.number) } }

    /// Lets a helper work, which blocks a thread. If a helper is lost over a photo, a new one tries before the photo
    /// is blamed: the first may have been killed by somebody else, or corrupted by another photo.
    func work(
        _ work: Order.Work, on file: DiskPath, named name: DiskPath? = nil, beside sidecars: [DiskPath] = [],
        doing: String
    ) throws -> HelperReply {
        let files =
            [try OpenFile(file, .readAtOnce, doing: doing)]
            // An unreadable sidecar is ignored.
            + sidecars.compactMap { try? OpenFile($0, .readAtOnce, doing: doing) }
        defer { withExtendedLifetime(files) {} }
        let descriptors = files.map(\.descriptor)
        let order = Order(work, name: name ?? file)
        do {
            do {
                return try answer(order, descriptors, doing, file, from: takeIdle() ?? started())
            } catch is HelperLoss {
                return try answer(order, descriptors, doing, file, from: started())
            }
        } catch let loss as HelperLoss {
            throw loss.error(doing: doing, file, patience)
        }
    }

    private func answer(
        _ order: Order, _ descriptors: [Int32], _ doing: String, _ file: DiskPath, from helper: HelperProcess
    ) throws -> HelperReply {
        let (reply, payload) = try helper.work(on: order, with: descriptors)
        if let error = reply.failure(doing: doing, file) {
            giveBack(helper)
            throw error
        }
        guard let answer = reply.answer(to: order.work, with: payload) else { throw HelperLoss.ended(nil) }
        giveBack(helper)
        return answer
    }

    private func started() throws(HelperLoss) -> HelperProcess {
        try HelperProcess(program, word: word, patience: patience)
    }

    private func takeIdle() -> HelperProcess? {
        state.withLock { state in
            state.orders += 1
            return state.idle.popLast()
        }
    }

    private func giveBack(_ helper: HelperProcess) {
        let begins = state.withLock { state in
            state.idle.append(helper)
            defer { state.isTimed = true }
            return !state.isTimed
        }
        if begins { Task { [weak self, rest] in while await self?.restIfQuiet(after: rest) == false {} } }
    }

    /// True if nobody asked in the meantime, and all idle helpers were ended.
    private func restIfQuiet(after rest: Duration) async -> Bool {
        let before = state.withLock { $0.orders }
        try? await Task.sleep(for: rest)
        let quiet: [HelperProcess]? = state.withLock { state in
            guard state.orders == before else { return nil }
            defer { (state.idle, state.isTimed) = ([], false) }
            return state.idle
        }
        return quiet != nil
    }
}

extension HelperLoss {
    func error(doing: String, _ photo: DiskPath, _ patience: Patience) -> EvokeError {
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(kind, doing: doing, subject: photo.display, reason: reason, remedy: remedy)
        }
        let anew = "Open it in another program and save it again."
        switch self {
        case .ended(let ending):
            let signal = ending?.signal ?? 0
            let how = signal == 0 ? "" : " (\(Signals.words(of: signal)))"
            return error(.damaged, "the decoder crashed on it twice\(how)", anew)
        case .endless:
            return error(.damaged, "the decoder worked on it twice for \(patience.work) without finishing", anew)
        case .silent:
            return error(.unreadable, "the decoder hung on it twice for \(patience.silence)", "Check the disk.")
        case .notStarted(let reason):
            return error(
                .unreadable, "no decoder could be started: \(reason)",
                "Check whether there are too many processes or too little memory.")
        case .incomplete:
            return error(
                .unreadable, "no decoder could be started: a library that it needs is missing or damaged",
                "Reinstall Evoke with the libraries that it needs, or run ./bootstrap.")
        }
    }
}

/// Time limits for a helper on one photo.
package struct Patience: Sendable {
    /// The limit of processor time.
    package var work: Duration
    /// How long it may make no progress, such as while waiting for the disk.
    package var silence: Duration

    /// The largest pictures take a minute or two to decode.
    package static let usual = Patience(work: .seconds(600), silence: .seconds(300))
}

/// Why a helper gave no answer.
enum HelperLoss: Error {
    /// How it ended; nil if it was ended because of an invalid answer.
    case ended(ChildProcess.Ending?)
    case endless
    case silent
    /// It never became ready.
    case notStarted(String)
    /// It never became ready, because a library is missing.
    case incomplete
}

/// A helper process, at the other end of a socket.
final class HelperProcess: Sendable {
    /// A helper that ends with its starter really ends with the thread that started it, so this thread never ends.
    private static let starter = BlockingExecutor(width: 1)

    private let process: ChildProcess
    var number: Int32 { process.number }
    private let socket: Int32
    private let patience: Patience
    private let hasEnded = Locked(false)

    init(_ program: DiskPath, word: String, patience: Patience) throws(HelperLoss) {
        let ends: (own: Int32, theirs: Int32)
        do throws(Errno) {
            ends = try Sockets.pair()
        } catch {
            throw .notStarted(error.words)
        }
        let (code, number) = Self.start(program, word, socket: ends.theirs)
        Descriptors.close(ends.theirs)
        guard code == 0 else {
            Descriptors.close(ends.own)
            throw .notStarted(Errno(code: code).words)
        }
        (process, socket) = (ChildProcess(number), ends.own)
        self.patience = patience
        do {
            _ = try answer { waiting in try Wire.receive(Ready.self, from: socket, waiting: waiting) }
        } catch .ended(let ending?) where ending.isForWantOfALibrary {
            throw .incomplete
        } catch {
            throw .notStarted("it exited before it was ready")
        }
    }

    deinit {
        end()
        Descriptors.close(socket)
    }

    /// Waits for the answer to an order.
    func work(on order: Order, with descriptors: [Int32]) throws(HelperLoss) -> (Reply, [UInt8]) {
        try answer { waiting in
            try Wire.send(order, with: descriptors, to: socket)
            let reply = try Wire.receive(Reply.self, from: socket, waiting: waiting)
            guard reply.fits(order.work) else { throw Wire.Broken() }
            return (reply, try Wire.receive(reply.payload, from: socket, waiting: waiting))
        }
    }

    /// Watches the helper while waiting for an answer; ends it on failure.
    private func answer<Heard>(_ hear: (_ waiting: () throws -> Void) throws -> Heard) throws(HelperLoss) -> Heard {
        var watch = Watch(of: number, patience)
        do {
            return try hear { try wait(&watch) }
        } catch let loss as HelperLoss {
            endUnseen()
            throw loss
        } catch {
            throw .ended(end())
        }
    }

    /// Waits until there is something to read, or nothing more will come.
    private func wait(_ watch: inout Watch) throws(HelperLoss) {
        while true {
            if Descriptors.isReady(socket, within: Watch.interval) { return }
            if let loss = watch.check() { throw loss }
        }
    }

    /// Ends it if it is still running, and returns how it ended; nil if that was collected before.
    @discardableResult
    private func end() -> ChildProcess.Ending? {
        hasEnded.withLock { hasEnded in
            guard !hasEnded else { return nil }
            hasEnded = true
            // A helper that already ended keeps its own exit status.
            process.kill()
            return process.wait()
        }
    }

    /// The same for a helper that may be waiting for a disk, which no signal interrupts.
    private func endUnseen() {
        let isOver = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return hasEnded
        }
        guard !isOver else { return }
        process.kill()
        Task.detached { [process] in
            while !process.hasEnded() { try await Task.sleep(for: .milliseconds(100)) }
        }
    }

    private static func start(_ program: DiskPath, _ word: String, socket: Int32) -> (Int32, Int32) {
        let outcome = Locked<(Int32, Int32)>((0, 0))
        let done = DispatchSemaphore(value: 0)
        Task {
            await starter.run {
                var process = Int32()
                let code = program.withCString { evoke_start_apart($0, "evoke", word, socket, &process) }
                outcome.withLock { $0 = (code, process) }
            }
            done.signal()
        }
        done.wait()
        return outcome.withLock { $0 }
    }
}

/// Tells work from a hang by the processor time of a process, so that a busy machine does no harm.
private struct Watch {
    /// The interval between checks.
    static let interval = Duration.milliseconds(250)

    private let process: Int32
    private let patience: Patience
    private let first: Int64
    private var last: Int64
    private var silence = Duration.zero

    init(of process: Int32, _ patience: Patience) {
        (self.process, self.patience) = (process, patience)
        first = evoke_processor_time(process)
        last = first
    }

    /// Called after each interval without an answer.
    mutating func check() -> HelperLoss? {
        let now = evoke_processor_time(process)
        silence = now == last ? silence + Self.interval : .zero
        last = now
        if .milliseconds(now - first) > patience.work { return .endless }
        return silence > patience.silence ? .silent : nil
    }
}
