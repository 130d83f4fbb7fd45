import EvokeCatalog
import EvokeValues

extension SQLiteStatement {
    /// A row of the metadata table; keywords are in a table of their own.
    var metadata: PhotoMetadata { metadata(from: 1) }
}
