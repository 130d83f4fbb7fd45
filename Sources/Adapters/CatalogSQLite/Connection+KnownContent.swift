import EvokeValues

extension Connection {
    func known(_ content: ContentDigest, _ model: ModelID) throws(EvokeError) -> KnownContent? {
        let statement = try statement(
            """
            SELECT p.id, f.path, p.name, p.missing, p.width, p.height, (SELECT share FROM cuts WHERE photo = p.id),
                p.colors, t.reader, t.lines
            FROM photos p JOIN folders f ON f.id = p.folder LEFT JOIN texts t ON t.photo = p.id
            WHERE p.content = ? AND EXISTS (
                SELECT 1 FROM vectors v
                WHERE v.photo = p.id AND v.model = (SELECT id FROM models WHERE fingerprint = ?))
            """
        ).bind(content, model.fingerprint)
        defer { statement.reset() }
        var places: [PhotoID: KnownPlace] = [:]
        var (size, share, colors, text): (PixelSize?, Double?, PhotoColors?, ReadText?)
        while try statement.step() {
            places[PhotoID(statement.integer(0))] = KnownPlace(
                path: statement.path(1).appending(statement.blob(2)), isGone: statement.integer(3) == 1)
            if !statement.isNull(4), !statement.isNull(5) {
                size = PixelSize(width: Int(statement.integer(4)), height: Int(statement.integer(5)))
            }
            share = statement.isNull(6) ? nil : statement.real(6)
            colors = statement.colors(7) ?? colors
            text = statement.read(8, in: size) ?? text
        }
        guard let photo = places.keys.min() else { return nil }
        return KnownContent(
            digest: content, size: size, share: share, colors: colors, text: text,
            vectors: try vectors(of: photo), places: places)
    }

    private func vectors(of photo: PhotoID) throws(EvokeError) -> [ModelID: [Float16]] {
        let statement = try statement(
            """
            SELECT m.name, m.fingerprint, m.dimensions, v.halves FROM vectors v JOIN models m ON m.id = v.model
            WHERE v.photo = ?
            """
        ).bind(photo.value)
        defer { statement.reset() }
        var vectors: [ModelID: [Float16]] = [:]
        while try statement.step() {
            let model = ModelID(
                name: statement.text(0), fingerprint: statement.text(1), dimensions: Int(statement.integer(2)))
            vectors[model] = Array(statement.blob(3).assumingMemoryBound(to: Float16.self))
        }
        return vectors
    }
}
