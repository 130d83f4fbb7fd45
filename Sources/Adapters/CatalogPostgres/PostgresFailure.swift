import EvokeCPQ
import EvokeCatalog
import EvokeValues

/// An error of PostgreSQL or libpq.
struct PostgresFailure {
    /// The SQLSTATE, five characters; empty if the error is not from a server.
    var state: String
    let words: String
    /// Whether it occurred while the encrypted connection was set up.
    var isOfEncryption = false

    static let wrongPassword = "28P01"
    static let duplicate = "23505"
    static let silence = PostgresFailure(state: "", words: "it did not answer in time")
    static let noMemory = PostgresFailure(state: "53200", words: "there is not enough memory")

    /// Two transactions conflicted, or both created the same row.
    var isOfRace: Bool { ["40001", "40P01", Self.duplicate].contains(state) }

    /// The connection's last error.
    static func of(_ handle: OpaquePointer) -> PostgresFailure {
        PostgresFailure(state: "", words: String(cString: PQerrorMessage(handle)).trimmed)
    }

    static func of(result: OpaquePointer, _ handle: OpaquePointer) -> PostgresFailure {
        func field(_ code: Character) -> String {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        let words = field("M").trimmed
        return PostgresFailure(state: field("C"), words: words.isEmpty ? of(handle).words : words)
    }

    /// The SQLSTATE in libpq's text, such as "FATAL: 28P01: password authentication failed", if its verbosity includes
    /// it.
    var stateInWords: String {
        let parts = words.split(separator: ":").map { $0.drop { $0 == " " } }
        func isState(_ part: Substring) -> Bool {
            part.utf8.count == 5 && part.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
        }
        // The last host's answer.
        return parts.last(where: isState).map(String.init) ?? ""
    }
}

extension EvokeError {
    static func postgres(_ failure: PostgresFailure, doing: String, at address: PostgresAddress) -> EvokeError {
        let (kind, reason, remedies) = failure.meaning
        return EvokeError(
            kind, doing: doing, subject: address.display, reason: reason, remedies: remedies,
            cause: Cause("postgres", text: failure.state.isEmpty ? failure.words : "\(failure.state): \(failure.words)")
        )
    }
}

extension PostgresFailure {
    fileprivate var meaning: (EvokeError.Kind, String, [Remedy]) {
        switch (state.prefix(2), state) {
        case _ where isOfEncryption:
            (
                .notAllowed, "there is no trusted encrypted connection: \(words)",
                [
                    .advice(
                        "Use the server name in its certificate, and set the file of the certificate authority with "
                            + "sslrootcert=FILE in the address or with PGSSLROOTCERT.")
                ]
            )
        case (_, ""), ("08", _), (_, "57P01"), (_, "57P02"), (_, "57P03"), (_, "57P04"), (_, "57P05"):
            (
                .libraryUnavailable, "the server cannot be reached: \(words)",
                [.advice("Check that it is running and that the address is right, then try again.")]
            )
        case ("28", _), (_, "42501"):
            (
                .notAllowed, "the server denied access: \(words)",
                [
                    .advice(
                        "Ask the database's administrator for access, or check the password in ~/.pgpass (or the file that "
                            + "PGPASSFILE names).")
                ]
            )
        case (_, "3D000"):
            (.notFound, "there is no such database", [.advice("Create it first."), .chooseOption(.library)])
        case (_, "3F000"), (_, "42P01"):
            (.notFound, "there is no library in the database: \(words)", [.index(), .chooseOption(.library)])
        case (_, "53100"):
            (
                .diskFull, "the server's disk is full",
                [.advice("Free some space on the server and try again. Finished work is kept.")]
            )
        case (_, "53300"):
            (
                .libraryBusy, "the server has too many connections",
                [.advice("Try again in a moment, or raise the server's limit.")]
            )
        case (_, "25006"):
            (
                .readOnly, "it is read-only: \(words)",
                [.advice("Use the address of the primary server."), .chooseOption(.library)]
            )
        case (_, "55P03"), ("40", _):
            (.libraryBusy, "another process is writing to it", [.advice("Try again in a moment.")])
        case (_, "57014"):
            (.unreadable, "it was interrupted: \(words)", [.advice("Try again.")])
        case ("XX", "XX001"), ("XX", "XX002"):
            (.libraryDamaged, "the database is damaged: \(words)", [.advice("Restore it from a backup.")])
        default:
            (.libraryFailed, "PostgreSQL says '\(words)'", [.advice("Try again.")])
        }
    }
}
