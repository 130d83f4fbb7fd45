extension String {
    /// The text as one line that is safe to display: without control characters, bidirectional controls, and
    /// private-use characters. Spaces are single, with none at the ends.
    var cleaned: String {
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: kept.append(" ")
            case .format where scalar.properties.isJoinControl: kept.append(scalar)
            case .format, .surrogate, .privateUse, .unassigned: break
            default: kept.append(scalar)
            }
        }
        return String(kept).split(separator: " ").joined(separator: " ")
    }
}
