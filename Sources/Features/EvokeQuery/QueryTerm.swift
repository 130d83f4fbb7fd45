/// What stands at one place of a text, between spaces or parentheses: a field with its values, words, a group; or all that
/// stands beside `OR`.
struct QueryTerm {
    /// With the minus before it.
    let range: Range<String.Index>
    /// In how many others it lies.
    var depth: Int
    /// Nil where it names none.
    let field: QueryField?
    /// Nil for order and extent, which are of the whole query.
    let part: Query.Part?
    /// Whether it has `OR` in it outside of its parentheses.
    var isBesideOr = false
}
