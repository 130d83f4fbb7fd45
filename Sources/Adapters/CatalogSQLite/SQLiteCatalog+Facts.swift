package import EvokeValues

extension SQLiteCatalog {
    package func metadata(of photo: PhotoID) async throws -> (metadata: PhotoMetadata, companions: [FilePath])? {
        try await use { connection in
            guard var metadata = try connection.metadata(of: photo) else { return nil }
            metadata.keywords = try connection.keywords(of: photo)
            let statement = try connection.statement("SELECT path FROM companions WHERE photo = ?").bind(photo.value)
            defer { statement.reset() }
            var companions: [FilePath] = []
            while try statement.step() { companions.append(statement.path(0)) }
            return (metadata, companions)
        }
    }
}

extension Connection {
    /// Replaces the metadata of the photo at `path`.
    func describe(_ path: FilePath, _ metadata: PhotoMetadata, _ companions: PhotoCompanions) throws(EvokeError) {
        guard
            let photo = try integer(
                "SELECT id FROM photos WHERE folder = (SELECT id FROM folders WHERE path = ?) AND name = ?",
                path.parent ?? FilePath("/"), Array(path.name))
        else { return }
        try statement("UPDATE photos SET sidecars = ? WHERE id = ?").bind(companions.sidecarStamp, photo).run()
        try statement("INSERT OR REPLACE INTO facts VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)")
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
            try statement("INSERT INTO keywords(photo, place, keyword) VALUES(?, ?, ?)")
                .bind(photo, Int64(place), keyword).run()
        }
        try statement("DELETE FROM companions WHERE photo = ?").bind(photo).run()
        for file in companions.files + companions.sidecars {
            try statement("INSERT INTO companions(photo, path) VALUES(?, ?)").bind(photo, file).run()
        }
    }

    func keywords(of photo: PhotoID) throws(EvokeError) -> [String] {
        let statement = try statement("SELECT keyword FROM keywords WHERE photo = ? ORDER BY place").bind(photo.value)
        defer { statement.reset() }
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0)) }
        return texts
    }

    func metadata(of photo: PhotoID) throws(EvokeError) -> PhotoMetadata? {
        let row = try statement("SELECT * FROM facts WHERE photo = ?").bind(photo.value)
        defer { row.reset() }
        return try row.step() ? row.metadata : nil
    }
}

extension Statement {
    /// A row of the metadata table; keywords are in a table of their own.
    var metadata: PhotoMetadata {
        func text(_ column: Int32) -> String? { isNull(column) ? nil : self.text(column) }
        func integer(_ column: Int32) -> Int? { isNull(column) ? nil : Int(self.integer(column)) }
        func real(_ column: Int32) -> Double? { isNull(column) ? nil : self.real(column) }
        var metadata = PhotoMetadata()
        metadata.taken = takenDate(from: 1)
        metadata.camera = text(7).map { Camera(make: text(6), model: $0) }
        metadata.lens = text(8)
        if let latitude = real(9), let longitude = real(10) {
            metadata.place = Coordinates(latitude: latitude, longitude: longitude, altitude: real(11))
        }
        metadata.orientation = integer(12)
        metadata.rating = integer(13)
        metadata.title = text(14)
        metadata.description = text(15)
        metadata.length = real(17)
        return metadata
    }
}
