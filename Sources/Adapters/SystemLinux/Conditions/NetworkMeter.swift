import EvokeSystem
import EvokeValues

/// Asks NetworkManager whether the connection is metered, using a program of systemd.
struct NetworkMeter {
    let program: String

    func circumstance() -> Circumstance {
        let words = [
            program, "--system", "--timeout=3", "get-property", "org.freedesktop.NetworkManager",
            "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Metered",
        ]
        switch ShortProgram.output(of: words, limit: .seconds(5)) {
        case .success(let text): return Self.circumstance(text)
        case .failure(.absent): return .unknown("'\(program)' is missing, so NetworkManager cannot be asked")
        case .failure(.failed): return .unknown("NetworkManager is not running or does not respond")
        case .failure(.late): return .unknown("NetworkManager did not respond in time")
        }
    }

    /// The numbers are those of `NMMetered`. NetworkManager's guesses, from the type of connection and the router's
    /// hints, count as well.
    static func circumstance(_ text: String) -> Circumstance {
        switch text.split(whereSeparator: \.isWhitespace) {
        case ["u", "2"], ["u", "4"]: .met
        case ["u", "1"], ["u", "3"]: .notMet("the connection is metered")
        default: .unknown("NetworkManager does not know whether the connection is metered")
        }
    }
}
