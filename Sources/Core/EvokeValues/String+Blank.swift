extension String {
    /// Whether it is empty or only whitespace.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
