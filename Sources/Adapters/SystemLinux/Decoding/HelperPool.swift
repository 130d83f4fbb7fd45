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

    private let program: FilePath
    private let word: String
    private let patience: Patience
    /// Helpers end after this long without an order.
    private let rest: Duration
    private let state = Locked(State())

    /// - Parameter word: the argument that makes the program act as a helper.
    package init(program: FilePath, word: String, patience: Patience = .usual, rest: Duration = .seconds(60)) {
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
        _ work: Order.Work, on file: FilePath, named name: FilePath? = nil, beside sidecars: [FilePath] = [],
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
    func error(doing: String, _ photo: FilePath, _ patience: Patience) -> EvokeError {
        let subject = photo.display
        switch self {
        case .ended(let ending):
            let signal = ending?.signal ?? 0
            let how = signal == 0 ? "" : " (\(Signals.words(of: signal)))"
            return EvokeError(
                .damaged, doing: doing, subject: subject, reason: "the decoder crashed on it twice\(how)",
                remedy: "Open it in another program and save it again.")
        case .endless:
            return EvokeError(
                .damaged, doing: doing, subject: subject,
                reason: "the decoder worked on it twice for \(patience.work) without finishing",
                remedy: "Open it in another program and save it again.")
        case .silent:
            return EvokeError(
                .unreadable, doing: doing, subject: subject,
                reason: "the decoder hung on it twice for \(patience.silence)", remedy: "Check the disk.")
        case .notStarted(let reason):
            return EvokeError(
                .unreadable, doing: doing, subject: subject, reason: "no decoder could be started: \(reason)",
                remedy: "Check whether there are too many processes or too little memory.")
        case .incomplete:
            return EvokeError(
                .unreadable, doing: doing, subject: subject,
                reason: "no decoder could be started: a library that it needs is missing or damaged",
                remedy: "Reinstall Evoke with the libraries that it needs, or run ./bootstrap.")
        }
    }
}
