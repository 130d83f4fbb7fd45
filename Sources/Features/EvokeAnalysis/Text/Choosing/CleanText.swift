extension String {
    /// The text as one line that does nothing to whoever shows it: without control characters, without those that turn the
    /// direction of what follows, and without what has no meaning elsewhere. Spaces stand alone, and none at the ends.
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
