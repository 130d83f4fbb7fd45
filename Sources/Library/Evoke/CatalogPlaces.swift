import CatalogSQLite
import EvokeIndexing
import EvokePorts

extension Places {
    /// Where the library's catalogue is kept: the only one to know of what kind it is.
    var catalog: any CatalogPlace { SQLitePlace(in: library) }
}

extension OwnFolders {
    init(_ places: Places) {
        self.init(
            library: places.library, shelves: places.models, cache: places.cache, catalogues: [SQLitePlace.fileName])
    }
}
