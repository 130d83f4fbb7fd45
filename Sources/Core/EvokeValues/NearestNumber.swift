extension FixedWidthInteger {
    /// The integer nearest to `value`; 0 if `value` is not a number.
    ///
    /// For values from a file, a request or a graph: `init(_:)` traps for infinity, for NaN, and for values that are
    /// too large. Inlinable, so that other modules can specialize it: unspecialized, it took a fifth of a search.
    @inlinable package init(nearest value: some BinaryFloatingPoint) {
        let whole = value.rounded()
        self = whole.isNaN ? 0 : Self(exactly: whole) ?? (whole < 0 ? .min : .max)
    }
}
