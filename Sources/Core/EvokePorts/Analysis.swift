public import EvokeValues

/// Something that is made of the content of photos after they were recorded, and how catalogs keep it.
///
/// To add one, see `docs/howto/add-an-analysis.md`.
public struct Analysis<Result: Sendable>: Sendable {
    /// The name of its table, whose rows have the photo, the maker if there is one, and the result's columns.
    package let table: String
    /// Whose results are meant; nil for those of any maker.
    package let maker: AnalysisMaker?
    package let columns: @Sendable (Result) -> [CatalogValue]
    /// Nil if the columns are invalid.
    package let result: @Sendable (AnalysisRow) -> Result?
}

/// What makes results of an analysis. If it is replaced by another one, they are made again.
public enum AnalysisMaker: Hashable, Sendable {
    /// A version, or a number that stands for a fingerprint.
    case number(Int64)
    /// A model that a catalog knows.
    case model(ModelID)
}

/// A kept result.
package struct AnalysisRow: Sendable {
    package let columns: [CatalogValue]
    /// 0 if the table has none.
    package let maker: Int64
    /// Of the photo; zero if unknown.
    package let size: PixelSize

    package init(_ columns: [CatalogValue], by maker: Int64, of size: PixelSize?) {
        (self.columns, self.maker, self.size) = (columns, maker, size ?? PixelSize(width: 0, height: 0))
    }
}
