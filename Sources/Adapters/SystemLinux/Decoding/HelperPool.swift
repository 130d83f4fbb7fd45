import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Helpers that decode, each in a process of its own: as many as are asked at once, started when they are needed, and
/// ended when nobody has asked for a while.
package final class HelperPool: Sendable {
    private struct State {
        var idle: [HelperProcess] = []
        var orders = 0
        var isTimed = false
    }

    private let program: FilePath
    private let word: String
    private let patience: Patience
    /// After so long without an order.
    private let rest: Duration
    private let state = Locked(State())

    /// - Parameter word: the argument by which the program knows what it is to do.
    package init(program: FilePath, word: String, patience: Patience = .usual, rest: Duration = .seconds(60)) {
        self.program = program
        self.word = word
        self.patience = patience
        self.rest = rest
    }

    /// The processes that wait for orders.
    package var idle: [Int32] { state.withLock { $0.idle.map(\.number) } }

    /// Has one of them work, which takes a thread meanwhile. A photo over which a helper is lost is given to a new one
    /// before it is to blame: the first may have been ended by somebody else, or spoilt by another photo.
    func work(
        _ work: Order.Work, on file: FilePath, named name: FilePath? = nil, beside sidecars: [FilePath] = [],
        doing: String
    ) throws -> HelperReply {
        let files =
            [try OpenFile(file, .readAtOnce, doing: doing)]
            // One that cannot be read says nothing of the photo.
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
        _ order: Order, _ descriptors: [Int32], _ doing: String, _ file: FilePath, from helper: HelperProcess
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

    /// True where nobody asked meanwhile, and all that waited have been sent away.
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
    func error(doing: String, _ photo: FilePath, _ patience: Patience) -> EvokeError {
        let subject = photo.display
        switch self {
        case .ended(let ending):
            let signal = ending?.signal ?? 0
            let how = signal == 0 ? "" : " (\(Signals.words(of: signal)))"
            return EvokeError(
                .damaged, doing: doing, subject: subject, reason: "the decoder ended over it twice\(how)",
                remedy: "Open it in another program, and save it anew.")
        case .endless:
            return EvokeError(
                .damaged, doing: doing, subject: subject,
                reason: "the decoder worked on it twice for \(patience.work) without coming to an end",
                remedy: "Open it in another program, and save it anew.")
        case .silent:
            return EvokeError(
                .unreadable, doing: doing, subject: subject,
                reason: "the decoder stood still over it twice for \(patience.silence)", remedy: "Check the disk.")
        case .notStarted(let reason):
            return EvokeError(
                .unreadable, doing: doing, subject: subject, reason: "no decoder could be started: \(reason)",
                remedy: "See whether there are too many processes, or too little memory.")
        case .incomplete:
            return EvokeError(
                .unreadable, doing: doing, subject: subject,
                reason: "no decoder could be started: a library that it needs is not there, or damaged",
                remedy: "Install Evoke again, with the libraries that it needs, or run ./bootstrap.")
        }
    }
}
