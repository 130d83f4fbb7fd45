extension FixedWidthInteger {
    /// The whole number of this type that is nearest to `value`; 0 where that is none.
    ///
    /// For what comes from a file, a request or a graph: `init(_:)` ends the process over infinity, over what is no
    /// number, and over what is too large. Inlined, so that other modules know its types: they took a fifth of a search to
    /// find them out.
    @inlinable package init(nearest value: some BinaryFloatingPoint) {
        let whole = value.rounded()
        self = whole.isNaN ? 0 : Self(exactly: whole) ?? (whole < 0 ? .min : .max)
    }
}
