import EvokeCatalog
import EvokeValues

extension SQLiteConnection {
    /// Replaces the metadata of the photo at `path`.
    func describe(_ path: FilePath, _ metadata: PhotoMetadata, _ companions: PhotoCompanions) throws(EvokeError) {
        guard
            let photo = try integer(
                "SELECT photo FROM photos WHERE folder = (SELECT folder FROM folders WHERE path = ?) AND name = ?",
                path.parent ?? FilePath("/"), Array(path.name))
        else { return }
        try statement("UPDATE photos SET sidecars = ? WHERE photo = ?").bind(companions.sidecarStamp, photo).run()
        try statement("INSERT OR REPLACE INTO metadata VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)")
            .bind(
                photo, metadata.taken?.localSeconds, metadata.taken.map { Int64($0.nanoseconds) },
                metadata.taken?.utcOffsetMinutes.map(Int64.init), metadata.taken?.precision.rawValue,
                metadata.taken?.source.rawValue, metadata.camera?.make, metadata.camera?.model, metadata.lens,
                metadata.place?.latitude, metadata.place?.longitude, metadata.place?.altitude,
                metadata.orientation.map(Int64.init), metadata.rating.map(Int64.init), metadata.title,
                metadata.description,
                metadata.length
            ).run()
        try forgetPlace(of: photo, hasCoordinates: metadata.place != nil)
        try statement("DELETE FROM keywords WHERE photo = ?").bind(photo).run()
        for (place, keyword) in metadata.keywords.enumerated() {
            try statement("INSERT INTO keywords(photo, position, keyword) VALUES(?, ?, ?)")
                .bind(photo, Int64(place), keyword).run()
        }
        try statement("DELETE FROM companions WHERE photo = ?").bind(photo).run()
        for (place, file) in (companions.files + companions.sidecars).enumerated() {
            try statement("INSERT INTO companions(photo, position, path) VALUES(?, ?, ?)")
                .bind(photo, Int64(place), file).run()
        }
    }
}

extension SQLiteStatement {
    /// A row of the metadata table; keywords are in a table of their own.
    var metadata: PhotoMetadata { metadata(from: 1) }
}

extension SQLiteConnection {
    /// The place is looked up later, from the coordinates.
    func forgetPlace(of photo: Int64, hasCoordinates: Bool) throws(EvokeError) {
        try statement("DELETE FROM places WHERE photo = ?").bind(photo).run()
        if hasCoordinates { try statement("INSERT INTO places(photo) VALUES(?)").bind(photo).run() }
    }
}
