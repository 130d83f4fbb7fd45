import EvokeSystem
import EvokeValues

/// Asks NetworkManager whether the connection is metered, through the program that comes with systemd.
struct NetworkMeter {
    let program: String

    func circumstance() -> Circumstance {
        let words = [
            program, "--system", "--timeout=3", "get-property", "org.freedesktop.NetworkManager",
            "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Metered",
        ]
        switch ShortProgram.output(of: words, limit: .seconds(5)) {
        case .success(let text): return Self.circumstance(text)
        case .failure(.absent): return .unknown("'\(program)' is not there to ask NetworkManager with")
        case .failure(.failed): return .unknown("NetworkManager does not answer, or does not run here")
        case .failure(.late): return .unknown("NetworkManager does not answer in time")
        }
    }

    /// The numbers are those of `NMMetered`. What it guesses, from the kind of connection and from what the router says,
    /// is its best knowledge.
    static func circumstance(_ text: String) -> Circumstance {
        switch text.split(whereSeparator: \.isWhitespace) {
        case ["u", "2"], ["u", "4"]: .met
        case ["u", "1"], ["u", "3"]: .notMet("the connection is metered")
        default: .unknown("NetworkManager does not know whether the connection is metered")
        }
    }
}
