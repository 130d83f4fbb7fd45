import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc

/// What happens at one of the calls that change files: the process is killed, the call fails, or another program is at work.
enum Harm: Hashable, CustomStringConvertible {
    case kill
    case fail(Int32)
    /// A line of the journal is cut off, by a full disk or with the process.
    case truncated(isKilled: Bool)
    /// Another program saves the file as editors do, by renaming; writes to it for as long as Evoke works, having emptied
    /// it or not; or moves it away.
    case save(String)
    case write(String, emptying: Bool)
    case move(String)

    /// The file that another program is at.
    var file: String? {
        switch self {
        case .kill, .fail, .truncated: nil
        case .save(let file), .write(let file, _), .move(let file): file
        }
    }

    /// Whether the other program itself deletes what was in its file.
    var deletes: Bool {
        switch self {
        case .save, .write(_, emptying: true): true
        default: false
        }
    }

    var description: String {
        switch self {
        case .kill: "killed"
        case .fail(let code): "failed with \(code)"
        case .truncated(let isKilled): isKilled ? "killed in a line" : "full in a line"
        case .save(let file): "\(file) saved"
        case .write(let file, let emptying): "\(file) \(emptying ? "emptied and written" : "written")"
        case .move(let file): "\(file) moved away"
        }
    }
}

/// Does the harm at the call of that number, once it is armed.
// Sendable because a test has one thread.
final class OtherHand: @unchecked Sendable {
    private let harm: Harm
    private let at: Int
    /// The disk can neither exchange two names nor rename without replacing.
    private let isWeak: Bool
    private var count = 0
    private var isDead = false
    private var writer: Int32 = -1
    var root = DiskPath("/")
    var isArmed = false
    private(set) var isReached = false
    private(set) var call: FileChanges.Call?
    /// Is asked at each call.
    var look: () -> Void = {}

    init(_ harm: Harm, at number: Int, isWeak: Bool) { (self.harm, at, self.isWeak) = (harm, number, isWeak) }

    deinit { if writer >= 0 { close(writer) } }

    func meet(_ call: FileChanges.Call) throws(Errno) {
        if isWeak {
            switch call {
            case .exchange, .renameWhereFree: throw Errno(code: EINVAL)
            default: break
            }
        }
        guard isArmed else { return }
        if isDead { throw Errno(code: EIO) }
        look()
        count += 1
        guard count == at else { return }
        (isReached, self.call) = (true, call)
        try act(call)
    }

    private func act(_ call: FileChanges.Call) throws(Errno) {
        let file = root.appending(harm.file ?? "")
        switch harm {
        case .kill:
            isDead = true
            throw Errno(code: EIO)
        case .fail(let code): throw Errno(code: code)
        case .truncated(let isKilled):
            guard case .append(let journal, let line) = call else { return }
            isDead = isKilled
            // Behind what the real call would leave where it can tidy up.
            if isKilled, let open = try? OpenFile(journal, .append, doing: "") {
                try? open.write(Array(line.dropLast(line.count / 2)))
            }
            throw Errno(code: ENOSPC)
        case .save: try? FileSystem.replace(file, with: Array("saved".utf8))
        case .write(_, let emptying):
            writer = file.withCString { open($0, O_WRONLY | O_APPEND | O_CREAT | (emptying ? O_TRUNC : 0), 0o600) }
        case .move: try? FileSystem.move(file, to: DiskPath(bytes: file.bytes + Array(".moved".utf8)), doing: "")
        }
    }

    /// Evoke has ended; the other program goes on to its own end.
    func end() {
        (isArmed, isDead) = (false, false)
        if writer >= 0 {
            _ = Glibc.write(writer, "written", 7)
            close(writer)
            writer = -1
        }
    }

    /// What the other program has left.
    var words: [String] {
        switch harm {
        case .save: ["saved"]
        case .write: ["written"]
        default: []
        }
    }
}
