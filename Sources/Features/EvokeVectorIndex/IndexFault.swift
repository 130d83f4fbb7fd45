/// Why an index cannot be used. It is then rebuilt.
package enum IndexFault: Error, Hashable, Sendable {
    case missing
    /// It belongs to another model or library, or has another format.
    case foreign(String)
    case damaged(String)

    /// Without a full stop; nil if there is no file.
    package var reason: String? {
        switch self {
        case .missing: nil
        case .foreign(let reason), .damaged(let reason): reason
        }
    }
}
