/// Finding photos, and looking at them.
extension EvokeClient {
    /// The photos that words describe, best first. With `countsFitting`, the answer says how many fit in all; with `folds`,
    /// photos of one stack are one, in the place of the one that answers best.
    public func search(
        _ words: String, not avoided: String? = nil, top: Int = 50, offset: Int = 0, countsFitting: Bool = false,
        folds: Bool = false
    ) async throws -> SearchAnswer {
        let query = [("q", words), ("top", "\(top)"), ("offset", "\(offset)")] + Self.folding(folds)
        let rest = (avoided.map { [("not", $0)] } ?? []) + (countsFitting ? [("count", "true")] : [])
        return try await json(Call(.search, "search for photos", query: query + rest))
    }

    /// The photos most like others of the library, and words where there are some.
    public func search(
        like photos: [Int64], _ words: String? = nil, not avoided: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> SearchAnswer {
        try await search(SearchRequestBody(text: words, not: avoided, like: photos, top: top, offset: offset))
    }

    /// The photos nearest to a vector of the library's model, as `embed` gives them.
    /// With its fingerprint, the server refuses it if another model made it.
    public func search(
        vector: [Float], fingerprint: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> SearchAnswer {
        try await search(
            SearchRequestBody(
                vector: vector.map { Double($0) }, fingerprint: fingerprint, top: top, offset: offset))
    }

    /// The photos most like a picture, given as the bytes of its file, and words where there are some.
    public func search(
        picture: [UInt8], _ words: String? = nil, not avoided: String? = nil, top: Int = 50, offset: Int = 0
    ) async throws -> SearchAnswer {
        var form = UploadForm(picture: picture)
        form.add("text", words)
        form.add("not", avoided)
        form.add("top", "\(top)")
        form.add("offset", "\(offset)")
        return try await json(Call(.searchByExample, "search for photos", form: form))
    }

    private func search(_ question: SearchRequestBody) async throws -> SearchAnswer {
        try await json(Call(.searchByExample, "search for photos", json: question))
    }

    /// What a text asks for, part by part, or what it asks for with a change; no search is made.
    ///
    /// - Parameter isLiteral: whether dates, places and people in plain words are left to the words.
    public func query(
        _ text: String, isLiteral: Bool = false, changing change: QueryChange? = nil
    ) async throws -> QueryAnswer {
        var query = [("q", text)] + (isLiteral ? [("literal", "true")] : [])
        switch change {
        case .without(let numbers)?: query += numbers.map { ("without", "\($0)") }
        case .clear?: query.append(("clear", "true"))
        case .leaveToWords(let number)?: query.append(("words", "\(number)"))
        case .put(let field, let values, let isOpposite, let number)?:
            query += [("field", field)] + values.map { ("value", $0) }
            query += (isOpposite ? [("opposite", "true")] : []) + (number.map { [("at", "\($0)")] } ?? [])
        case nil: break
        }
        return try await json(Call(.query, "read the query", query: query))
    }

    /// How a text may go on whose last part is being typed, best first: fields, what the library has, dates, places and people.
    ///
    /// - Parameters:
    ///   - text: up to where something is being typed, in the language of queries.
    ///   - top: from 1 to 50.
    public func suggest(_ text: String, top: Int = 8) async throws -> SuggestionsAnswer {
        try await json(Call(.suggest, "ask how the query may go on", query: [("q", text), ("top", "\(top)")]))
    }

    /// All photos, the last taken first. With `folds`, the best of each stack stands for it.
    public func photos(top: Int = 50, offset: Int = 0, folds: Bool = false) async throws -> SearchAnswer {
        let page = [("top", "\(top)"), ("offset", "\(offset)")]
        return try await json(Call(.photos, "list the photos", query: page + Self.folding(folds)))
    }

    /// The photos of the stack that a photo is in, itself among them, the best first; itself where it is alone.
    public func stack(of id: Int64, top: Int = 50, offset: Int = 0) async throws -> SearchAnswer {
        let query = [("stack", "\(id)"), ("top", "\(top)"), ("offset", "\(offset)")]
        return try await json(Call(.photos, "list the photos of a stack", query: query))
    }

    private static func folding(_ folds: Bool) -> [(String, String)] { folds ? [("fold", "true")] : [] }

    /// How many photos each day has, in the order of `photos()`; of those alone that fit words, where there are some, in
    /// their order. With `folds`, stacks are counted.
    public func days(
        of words: String? = nil, not avoided: String? = nil, folds: Bool = false
    ) async throws -> DaysAnswer {
        let query =
            [("q", words), ("not", avoided)].compactMap { name, value in value.map { (name, $0) } }
            + Self.folding(folds)
        return try await json(Call(.days, "count the photos by day", query: query))
    }

    /// Photos on a map: all, or those alone that fit words, where there are some.
    ///
    /// - Parameters:
    ///   - box: the part of the map that is looked at; nil for all of it.
    ///   - zoom: the world is 2^`zoom` squares across, whose photos are one cluster; from 0 to 24.
    ///   - dots: a finer zoom, whose squares are answered by their places and counts alone.
    ///   - folds: whether photos of one stack are one.
    public func map(
        of words: String? = nil, not avoided: String? = nil, in box: CoordinateBox? = nil, zoom: Int,
        dots: Int? = nil, folds: Bool = false
    ) async throws -> MapAnswer {
        let query =
            [("q", words), ("not", avoided), ("box", box.map { "\($0)" }), ("dots", dots.map { "\($0)" })]
            .compactMap { name, value in value.map { (name, $0) } }
        return try await json(
            Call(.map, "put the photos on a map", query: query + [("zoom", "\(zoom)")] + Self.folding(folds)))
    }

    /// The outlines of land and countries, as `Tools/places/README.md` describes them.
    /// Throws where the server has none.
    public func outlines() async throws -> [UInt8] {
        try await bytes(Call(.outlines, "get the outlines of the world"), limit: Self.largestAnswer)
    }

    /// Opens a photo in a program of the server's own machine: for its owner alone, on that machine, where it has a desktop.
    public func open(_ id: Int64, in place: PhotoOpening.Place) async throws {
        let _: PhotoOpening = try await json(
            Call(.openPhoto, "open the photo", ["\(id)"], json: PhotoOpening(in: place)))
    }

    /// What is known of a photo.
    public func photo(_ id: Int64) async throws -> PhotoAnswer {
        try await json(Call(.photo, "look at the photo", ["\(id)"]))
    }

    /// What was read in a photo's picture. Where words are given, those are marked in it by which the photo is found.
    public func text(of id: Int64, marking words: String? = nil) async throws -> PhotoTextAnswer {
        let query = words.map { [("q", $0)] } ?? []
        return try await json(Call(.photoText, "read the text in the photo", ["\(id)"], query: query))
    }

    /// A JPEG, upright, whose long side has 320, 640 or 1600 pixels.
    public func thumbnail(of id: Int64, size: Int = 320) async throws -> [UInt8] {
        try await bytes(
            Call(.thumbnail, "look at the photo", ["\(id)"], query: [("size", "\(size)")]), limit: Self.largestAnswer)
    }

    /// The photo's own file.
    public func original(of id: Int64) async throws -> [UInt8] {
        try await bytes(Call(.original, "get the photo", ["\(id)"]), limit: Self.largestPhoto)
    }

    /// The film that a phone took along with the photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none.
    public func film(of id: Int64) async throws -> [UInt8] {
        try await bytes(Call(.film, "get the film of the photo", ["\(id)"]), limit: Self.largestPhoto)
    }
}
