package import EvokeValues

/// How the format of a library's tables relates to this version of Evoke.
package enum CatalogFormat {
    case empty, current
    case older(format: Int)

    /// - Parameter oldest: the oldest format that can be upgraded.
    package init(_ format: Int, oldest: Int, of library: String) throws(EvokeError) {
        func refused(_ kind: EvokeError.Kind, _ reason: String, _ advice: String) -> EvokeError {
            EvokeError(
                kind, doing: "open the library", subject: library, reason: reason,
                remedies: [.advice(advice), .chooseOption(.library)])
        }
        let stays = "Index your photos into another library. This one stays as it is."
        switch format {
        case CatalogTable.format: self = .current
        case oldest: self = .older(format: format)
        case (CatalogTable.format + 1)...:
            throw refused(
                .libraryNewer,
                "it was made by a newer Evoke (format \(format); this one reads up to \(CatalogTable.format))",
                "Update Evoke, or use another library.")
        case ..<0: throw refused(.libraryDamaged, "its format \(format) is invalid", stays)
        default:
            throw refused(
                .unsupported, "its format \(format) is too old; this version upgrades format \(oldest) alone", stays)
        }
    }
}
