import EvokeValues

extension Connection {
    /// Replaces what was known of a photo besides its picture.
    func describe(_ photo: Int64, _ facts: PhotoFacts, _ companions: PhotoCompanions) throws(EvokeError) {
        try rows(
            "UPDATE evoke.photos SET sidecars = $3 WHERE library = $1 AND photo = $2", photo, companions.sidecarStamp)
        for table in ["facts", "places", "keywords", "companions"] {
            try rows("DELETE FROM evoke.\(table) WHERE library = $1 AND photo = $2", photo)
        }
        try rows(
            """
            INSERT INTO evoke.facts(
                library, photo, taken, nanoseconds, utc_offset, taken_precision, taken_source, make, camera, lens,
                latitude, longitude, altitude, orientation, rating, title, description)
            VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
            """,
            photo, facts.taken?.localSeconds, facts.taken.map { Int64($0.nanoseconds) },
            facts.taken?.utcOffsetMinutes.map(Int64.init), facts.taken?.precision.rawValue,
            facts.taken?.source.rawValue, facts.camera?.make, facts.camera?.model, facts.lens, facts.place?.latitude,
            facts.place?.longitude, facts.place?.altitude, facts.orientation.map(Int64.init),
            facts.rating.map(Int64.init), facts.title, facts.description)
        // Where it was taken is looked up later, from its coordinates.
        if facts.place != nil { try rows("INSERT INTO evoke.places(library, photo) VALUES($1, $2)", photo) }
        for (place, keyword) in facts.keywords.enumerated() {
            try rows(
                "INSERT INTO evoke.keywords(library, photo, place, keyword) VALUES($1, $2, $3, $4)", photo,
                Int64(place),
                keyword)
        }
        for (place, file) in (companions.files + companions.sidecars).enumerated() {
            try rows(
                "INSERT INTO evoke.companions(library, photo, place, path) VALUES($1, $2, $3, $4)", photo, Int64(place),
                file)
        }
        changes.photos.insert(photo)
    }
}
