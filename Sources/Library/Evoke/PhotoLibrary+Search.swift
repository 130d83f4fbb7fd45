import EvokeAnalysis
public import EvokePorts
import EvokeQuery
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex

/// Searches. `top` is at least 1. All throw `EvokeError`: of the kind `wrongUsage` for a `top` below 1, `closed` for a closed
/// library, `modelMissing` if no photo has a vector of the model.
extension PhotoLibrary {
    /// More than any library has, but small enough that sums do not overflow.
    static let mostPhotos = 1 << 32

    /// Loads what a search by text needs, so that the first one is as fast as the others.
    package func prepareToSearch() async throws {
        try await current { library in
            try await library.checkVectors()
            async let encoder = library.engine.textEncoder()
            try await library.vectors.prepare()
            try await library.prepareCutoff()
            _ = try await encoder
        }
    }

    package func searchableCount() async throws -> Int { try await current { try await $0.searchableCount() } }

    /// The photos that fit a request best, without those it is made of, and how many there are.
    ///
    ///     for photo in try await library.search("a dog last summer", limit: 3) { print(photo.url) }
    ///
    /// Throws `EvokeError` also for a text that cannot be read (`invalidQuery`), a photo that is not in the library, a
    /// file that cannot be read or decoded, and a vector of another model.
    ///
    /// - Parameter limit: the largest number of photos to return; nil for the request's own.
    public func search(_ request: SearchRequest, limit: Int? = nil) async throws -> SearchResults {
        var request = request
        request.top = limit ?? request.top
        return try await search([request])[0]
    }

    /// The same for many requests. Those with the same condition share one pass over the library.
    public func search(_ requests: [SearchRequest]) async throws -> [SearchResults] {
        try await searching { try await $0.search(requests) }
    }

    /// The number of matching photos per day, in the request's order if that is by date, otherwise newest first. Photos
    /// dated only by their file come last.
    ///
    /// Empty if there is no relevance cut-off. Throws as ``search(_:limit:)-(SearchRequest,_)`` does.
    public func days(of question: SearchRequest) async throws -> [PhotoDay] {
        try await searching { library in
            guard let (fitting, order) = try await library.fitting(question) else { return [] }
            let days = try await library.catalog.days(among: fitting)
            return order == .oldest ? days.filter { $0.date != nil }.reversed() + days.filter { $0.date == nil } : days
        }
    }

    /// The matching photos that have coordinates, clustered by the squares of a map, for each grid.
    ///
    /// Empty if there is no relevance cut-off. Throws as ``search(_:limit:)-(SearchRequest,_)`` does.
    ///
    /// - Parameter box: the visible part of the map; nil for all of it.
    public func clusters(
        of question: SearchRequest, in box: CoordinateBox? = nil, on grids: [MapGrid]
    ) async throws -> [PhotoClusters] {
        try await searching { library in
            guard let fitting = try await library.fitting(question)?.photos else {
                return grids.map { PhotoClusters(zoom: $0.zoom, clusters: []) }
            }
            return try await library.catalog.clusters(among: fitting, in: box, on: grids)
        }
    }

    /// All photos that have coordinates, clustered in the same way.
    ///
    /// - Parameter folds: whether the best of each stack represents it.
    package func clusters(
        in box: CoordinateBox? = nil, on grids: [MapGrid], folds: Bool = false
    ) async throws -> [PhotoClusters] {
        let stacks = folds ? await duplicates.stacks() : nil
        return try await reading { catalog in
            let photos = try await stacks?.folded(catalog.photos(meeting: .all([])))
            return try await catalog.clusters(among: photos, in: box, on: grids)
        }
    }

    /// The photos nearest to a vector. A vector of another model throws `wrongUsage`.
    public func search(_ vector: Embedding, limit: Int) async throws -> SearchResults {
        try await search(SearchRequest(vectors: [vector], top: limit))
    }

    /// The photos most similar to a photo, which need not be in the library.
    ///
    /// Throws `EvokeError` also for a file that cannot be read or decoded.
    public func similar(to photo: DiskPath, limit: Int) async throws -> SearchResults {
        try await search(SearchRequest(files: [photo], top: limit, showsAll: true))
    }

    /// The photos most similar to a picture file in memory.
    ///
    /// Throws also as `Engine.embed(_:named:)` does.
    ///
    /// - Parameter name: the file's name, if it has one: raw files are recognized by their extension.
    public func similar(to picture: [UInt8], named name: String = "picture", limit: Int) async throws -> SearchResults {
        try await similar(to: engine.embed(picture, named: name), limit: limit)
    }

    /// The photos most similar to a decoded picture.
    ///
    /// Throws also as `Engine.embed(_:)` does.
    public func similar(to pixels: Pixels, limit: Int) async throws -> SearchResults {
        try await similar(to: engine.embed(pixels), limit: limit)
    }

    private func similar(to picture: Embedding, limit: Int) async throws -> SearchResults {
        var question = SearchRequest(vectors: [picture], top: limit, showsAll: true)
        question.vectorsAreOfPictures = true
        return try await search(question)
    }
}

extension OpenLibrary {
    /// Reads in what was written to the library, so that no search has to wait for it. Searches use the state that was
    /// read in last.
    func takeIn() async throws {
        try await vectors.takeIn()
        // Conditions are looked up in the current library anyway.
        _ = try await catalog.photos(meeting: .all([]))
    }

    func searchableCount() async throws -> Int {
        if let count = try await vectors.count() { return count }
        return try await catalog.summary().photos(indexedBy: model)
    }

    /// Those with the same condition share one pass over the library.
    package func search(_ requests: [SearchRequest]) async throws -> [SearchResults] {
        for request in requests { try Self.check(request) }
        var (questions, alternatives, read) = ([SearchRequest](), [[SearchRequest]](), [ParsedQuery?]())
        for request in requests {
            let known = try await self.read(request)
            let question = known.request.reachingForStacks
            questions.append(question)
            alternatives.append(try question.alternatives(in: configuration))
            read.append(known.read)
        }
        var ways = try await ways(to: alternatives.joined().map(\.self))[...]
        var answers: [SearchResults] = []
        for (place, question) in questions.enumerated() {
            let count = alternatives[place].count
            var results = try await page(of: question, Array(ways.prefix(count)))
            results.read = read[place]
            answers.append(results)
            ways = ways.dropFirst(count)
        }
        return answers
    }

    /// A request whose text has become part of its query.
    private func read(_ request: SearchRequest) async throws -> (request: SearchRequest, read: ParsedQuery?) {
        guard let text = request.text else { return (request, nil) }
        let read = try await read(text, now: .now, spells: true)
        var request = request
        request.text = nil
        if let more = request.query?.wanted {
            request.query = try read.query.alsoAsking(for: more)
        } else {
            request.query = read.query
        }
        return (request, read)
    }

    /// All photos that fit a request, one per stack if folded, and the requested order; nil if there is no cut-off.
    fileprivate func fitting(_ question: SearchRequest) async throws -> (photos: PhotoSet, order: PhotoOrder?)? {
        try Self.check(question)
        var question = try await read(question).request
        question.countsFitting = true
        let ways = try await ways(to: question.alternatives(in: configuration))
        guard let fitting = ways.fitting else { return nil }
        return (question.stacks?.folded(fitting) ?? fitting, ways.first?.question.order)
    }

    /// The query that a request puts to the search index.
    func query(of question: SearchRequest) async throws -> PhotoQuery {
        var (photos, asked) = (question.vectors, Set<PhotoID>())
        var (words, avoided) = (Embedding?.none, [Embedding]())
        for like in question.photos.map(LikedPhoto.number) + question.files.map(LikedPhoto.file) {
            let (photo, vector) = try await vector(of: like)
            if let photo { asked.insert(photo) }
            photos.append(vector)
        }
        for unlike in question.unlikes {
            let (photo, vector) = try await vector(of: unlike)
            if let photo { asked.insert(photo) }
            avoided.append(vector)
        }
        if let text = question.words { words = try await engine.embed(text: text) }
        for text in question.avoided { avoided.append(try await engine.embed(text: text)) }
        guard let query = try Embedding.wanted(words: words, photos: photos, avoided: avoided) else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: question.words ?? "", reason: "there is nothing to search for",
                remedy: "Say what the photos should show, and exclude something else.")
        }
        let own = photos.map(query.dot).reduce(0, +) / Float(max(photos.count, 1))
        return PhotoQuery(vector: query, asked: asked, own: question.isByPicturesAlone ? own : nil)
    }

    /// With its number if it is in the library.
    private func vector(of photo: LikedPhoto) async throws -> (photo: PhotoID?, vector: Embedding) {
        switch photo {
        case .number(let number): return (number, try await vector(of: number))
        case .file(let file): return try await vector(of: file)
        }
    }

    private func vector(of photo: PhotoID) async throws -> Embedding {
        guard let vector = try await catalog.vector(of: photo, model: model) else {
            throw EvokeError(
                .notFound, doing: "search for photos like", subject: "\(photo.value)",
                reason: "it is not in the library, or not indexed", remedies: [.reindex])
        }
        return vector
    }

    private func vector(of file: DiskPath) async throws -> (photo: PhotoID?, vector: Embedding) {
        let photo = try await catalog.photo(at: FileSystem.resolve(file) ?? file)
        if let photo, let kept = try await catalog.vector(of: photo, model: model) { return (photo, kept) }
        return (photo, try await engine.embed(photo: file))
    }

    private static func check(_ question: SearchRequest) throws(EvokeError) {
        guard question.top > 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "", reason: "\(question.top) results were requested",
                remedy: "Request at least one.")
        }
        guard question.offset >= 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "",
                reason: "the offset is \(question.offset)", remedy: "Start at 0.")
        }
    }

    /// In a library that was indexed with another model, a search fails instead of finding nothing.
    func checkVectors() async throws {
        if try await vectors.hasPhotos { return }
        let (models, model) = (try await catalog.models(), try await model)
        if models.contains(where: { $0.fingerprint == model.fingerprint }) || models.isEmpty { return }
        throw EvokeError(
            .modelMissing, doing: "search the library", subject: configuration.library.display,
            reason: "none of its photos is indexed with this version of the model '\(model.name)'",
            remedies: [.reindex])
    }
}

extension PhotoCatalog {
    fileprivate func clusters(
        among photos: PhotoSet?, in box: CoordinateBox?, on grids: [MapGrid]
    ) async throws -> [PhotoClusters] {
        var found: [PhotoClusters] = []
        for grid in grids { found.append(try await clusters(among: photos, in: box, on: grid)) }
        return found
    }
}

/// Results in which the photos of a stack are shown as one.
extension OpenLibrary {
    /// The best photo of each stack, best first: as many as requested, if there are that many. Without folding, each
    /// photo counts by itself.
    func bestOfStacks(_ ways: [Way], _ question: SearchRequest) async throws -> [Found] {
        var (ways, depth) = (ways, question.depth)
        while true {
            let best = try await best(of: ways, top: depth)
            guard let stacks = question.stacks else { return best }
            let folded = stacks.folded(best.prefix(depth)) { $0.id }
            if folded.count >= question.end || best.count < depth { return folded }
            // The photos so far are from too few stacks.
            depth *= 4
            let deeper = ways.map { way in
                var question = way.question
                question.reach = depth
                return question
            }
            ways = try await self.ways(to: deeper)
        }
    }

    /// Shows each stack by its best photo among those that match as well as the one found.
    func bestOfEach(_ found: [Found], _ stacks: PhotoStacks, _ ways: [Way]) async throws -> [Found] {
        let asked = ways.reduce(into: Set<PhotoID>()) { $0.formUnion($1.asked) }
        let members = found.flatMap { stacks.stack(of: $0.id)?.photos ?? [] }.filter { !asked.contains($0) }
        guard !members.isEmpty else { return found }
        let answers = Dictionary(try await self.found(members, ways).map { ($0.id, $0) }) { $1 }
        return found.map { one in
            let stack = stacks.stack(of: one.id)?.photos ?? []
            return stack.lazy.compactMap { answers[$0] }.first { $0.fits == one.fits } ?? one
        }
    }
}

extension SearchRequest {
    /// Up to half of the photos can be folded into others before a second search is needed.
    var reachingForStacks: SearchRequest {
        guard stacks != nil else { return self }
        var further = self
        further.reach = 2 * end
        return further
    }
}

/// What a request excludes: the photos that it would find if it asked for that.
extension OpenLibrary {
    /// The photos of the whole library that fit one of the texts: those above its cut-off, and those on which it is
    /// written. Other parts of the request do not move that cut-off.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` if a list depends on it and the model has no cut-off.
    func vetoed(by texts: [String], ofList isOfList: Bool = false) async throws -> PhotoSet {
        var vetoed = PhotoSet()
        for text in texts {
            if let words = try configuration.textQuery(text) {
                let matches = try await catalog.photos(with: words)
                vetoed = vetoed.union(matches.all).union(matches.named)
            }
            let people = PeopleInWords(in: text).flatMap { $0.isAll ? $0 : nil }
            let counted = try await counted(people)
            vetoed = vetoed.union(counted)
            let vector = try await engine.embed(text: text)
            let matches = try await vectors.search([vector], top: Self.oftenEnough, among: nil)[0]
            guard let cutoff = try await cutoff(for: text, vector, matches) else {
                guard !isOfList || matches.isEmpty || !counted.isEmpty else { throw Self.nothingToTellItBy(text) }
                continue
            }
            vetoed = vetoed.union(try await photos(from: cutoff.fitting, matches, for: vector))
        }
        return vetoed
    }

    private static func nothingToTellItBy(_ text: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "search", subject: "-\(text)",
            reason: "this model cannot tell which photos show it, and the query asks for nothing else",
            remedy: "Add what the photos should show.")
    }
}
