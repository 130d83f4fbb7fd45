/// Why a file cannot be searched. It is then made again.
package enum IndexFault: Error, Hashable, Sendable {
    case missing
    /// It belongs to another model or another library, or is of another format.
    case foreign(String)
    case damaged(String)

    /// A sentence without its full stop; nil when there is no file to speak of.
    package var reason: String? {
        switch self {
        case .missing: nil
        case .foreign(let reason), .damaged(let reason): reason
        }
    }
}
