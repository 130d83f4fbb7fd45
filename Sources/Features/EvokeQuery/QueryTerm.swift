/// A term of a text, between spaces or parentheses: a field with its values, words, a group; or everything next to
/// `OR`.
struct QueryTerm {
    /// With the minus before it.
    let range: Range<String.Index>
    var depth: Int
    /// Nil if it names none.
    let field: QueryField?
    /// Nil for `sort:` and `fits:`, which apply to the whole query.
    let part: Query.Part?
    /// Whether it contains `OR` outside of parentheses.
    var isBesideOr = false
}
