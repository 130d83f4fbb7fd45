public import EvokePorts
public import EvokeValues

/// A catalogue that keeps nothing, for tests of what is above it.
public actor MemoryCatalog: PhotoCatalog {
    struct Row {
        let id: PhotoID
        var stamp: FileStamp
        var content: ContentDigest?
        var size: PixelSize?
        var isGone = false
        var isHidden = false
        var facts: PhotoFacts?
        var place: PhotoPlace?
        var companions = PhotoCompanions.none
        var failure: EvokeError?
        var share: Double?
        var colors: PhotoColors?
        var text: ReadText?
        var look: KeptLook?
        var comparison: (judge: Int64, taken: Int64?, alike: [Resemblance])?
        var faces: FoundFaces?
        var vectors: [ModelID: Embedding] = [:]
        var moments: [ModelID: FilmMoments] = [:]

        var isHere: Bool { !isGone && !isHidden }
        var canBeShown: Bool { isHere && (failure == nil || !vectors.isEmpty) }
    }

    private var known: Set<FilePath> = []
    var rows: [FilePath: Row] = [:]
    private var rowsMade: Int64 = 0
    private var recorded: [ModelID] = []
    private var chosen: ModelChoice?
    private var excluded: [String] = []
    private var searches: [String: SavedSearch] = [:]
    /// Whether the owner wants them, who they are, what the owner said, and what undoes the last of it.
    var album = (areOn: false, named: [PersonID: Person](), words: [FaceSpot: OwnersWord](), undo: [PeopleChange]())
    var placed = (people: PlacedPeople(), version: Int64(0))
    var recognizers = (chosen: String?.none, distances: [FaceFinderID: FaceDistances]())
    var marked = (marks: [ContentDigest: Set<Mark>](), undo: [MarkChange]())
    private var doubted: Set<CheckReport.Doubt> = []
    /// Whose vectors became others, one after the other, and what all were then.
    private var changes: [(model: ModelID, photo: PhotoID)] = []
    private var reached: [ModelID: [PhotoID: Embedding]] = [:]
    private var token = Int64.random(in: .min ... .max)
    /// When set, the next recording fails with it.
    private var pendingFailure: EvokeError?
    /// How many changes each recording wrote.
    public private(set) var batches: [Int] = []

    public init() {}

    public func failNextRecording(with error: EvokeError) { pendingFailure = error }

    public func roots() -> [FilePath] { known.sorted() }
    public func addRoot(_ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) {
        if known.contains(where: { $0.isInside(folder) }) { notify(0, rows.count) }
        known.insert(folder)
    }

    public func exclusions() -> [String] { excluded }
    public func setExclusions(_ patterns: [String]) { excluded = patterns }
    public func chosenModel() -> ModelChoice? { chosen }
    public func models() -> [ModelID] { recorded }
    public func choose(_ model: ModelChoice) { chosen = model }

    public func folders(under folder: FilePath) -> [FilePath] {
        Set(rows.filter(\.value.isHere).compactMap(\.key.parent)).filter { $0.isInside(folder) }.sorted()
    }

    public func files(in folder: FilePath, model: ModelID) -> [KnownFile] {
        rows.filter { $0.key.parent == folder }.map { path, row in
            let hasVector = row.vectors[model] != nil
            let state = hasVector ? .encoded : row.failure.map { .failed($0.kind) } ?? KnownFile.State.otherModelOnly
            return KnownFile(
                id: row.id, path: path, stamp: row.stamp, content: row.content,
                sidecarStamp: row.companions.sidecarStamp, state: state, isHere: row.isHere,
                isCut: row.share != nil, isUnread: hasVector && row.failure != nil)
        }
    }

    public func photo(at path: FilePath) -> PhotoID? { rows[path]?.id }

    public func known(_ content: ContentDigest, model: ModelID) -> KnownContent? {
        let alike = rows.filter { $0.value.content == content && $0.value.vectors[model] != nil }
        guard let first = alike.values.min(by: { $0.id < $1.id }) else { return nil }
        return KnownContent(
            digest: content, size: first.size, share: first.share, colors: first.colors,
            text: alike.values.lazy.compactMap(\.text).first,
            vectors: first.vectors.mapValues { $0.values.map { Float16($0) } },
            places: Dictionary(
                uniqueKeysWithValues: alike.map { ($1.id, KnownPlace(path: $0, isGone: $1.isGone)) }))
    }

    public func contents() -> Set<ContentDigest> { Set(rows.values.compactMap(\.content)) }

    public func facts(of photo: PhotoID) -> (facts: PhotoFacts, companions: [FilePath])? {
        guard let row = rows.values.first(where: { $0.id == photo }), let facts = row.facts else { return nil }
        return (facts, (row.companions.files + row.companions.sidecars).sorted())
    }

    public func record(_ changes: [CatalogChange], model: ModelID) throws {
        if let failure = pendingFailure {
            pendingFailure = nil
            throw failure
        }
        try Task.checkCancellation()
        for change in changes { try change.check(model) }
        if !recorded.contains(model) { recorded.append(model) }
        batches.append(changes.count)
        defer { noteChanges() }
        for change in changes {
            switch change {
            case .encoded(let path, let stamp, let content, let size, let embedding):
                settle(path, stamp, content)
                hold(content, size, share: nil, at: path)
                rows[path]?.vectors[model] = embedding
            case .cut(let path, let share):
                rows[path]?.share = share
            case .colored(let path, let colors):
                rows[path]?.colors = colors
            case .failed(let path, let stamp, let error, let content):
                settle(path, stamp, content)
                rows[path]?.failure = error
                rows[path]?.share = nil
            case .unread(let id, let error):
                if error != nil { mark(id) }
                for (path, row) in rows where row.id == id { rows[path]?.failure = error }
            case .described(let path, let facts, let companions):
                rows[path]?.facts = facts
                rows[path]?.place = nil
                rows[path]?.companions = companions
            case .digested(let path, let content):
                rows[path]?.content = content
            case .moved(let id, let path, let stamp, let known):
                let isStillThat = rows.values.contains {
                    $0.id == id && $0.isGone && $0.content == known.digest
                }
                guard isStillThat, let old = rows.first(where: { $0.value.id == id })?.key else {
                    copy(known, to: path, stamp)
                    continue
                }
                rows[path] = rows.removeValue(forKey: old)
                rows[path]?.failure = nil
                mark(id, stamp)
            case .copied(let path, let stamp, let known): copy(known, to: path, stamp)
            case .seen(let id, let stamp): mark(id, stamp)
            case .edited(let old, let new, let facesStay):
                copyMarks(from: old, to: new)
                if facesStay { copyWords(from: old, to: new) }
            case .vanished(let id): mark(id, isGone: true)
            case .hidden(let id): mark(id, isHidden: true)
            }
        }
    }

    public func forget(under path: FilePath) -> Forgotten {
        let isRoot = known.contains(path)
        let roots = isRoot ? [path] : known.filter { $0.isInside(path) }
        known.subtract(roots)
        let isHeld = isRoot && known.contains(where: path.isInside)
        let kept = known.filter { $0.isInside(path) }
        let photos = isHeld ? [] : rows.keys.filter { $0.isInside(path) && !$0.isInside(anyOf: kept) }
        for photo in photos { rows[photo] = nil }
        forgetFaceWords()
        forgetMarks()
        noteChanges()
        return Forgotten(photos: photos.count, roots: roots.sorted())
    }

    public func summary() -> CatalogSummary {
        let here = rows.values.filter(\.isHere)
        return CatalogSummary(
            photos: here.count(where: \.canBeShown), failed: here.count { $0.failure != nil },
            cut: here.count { $0.share != nil },
            missing: rows.values.count(where: \.isGone), hidden: rows.values.count(where: \.isHidden),
            models: recorded.map { model in
                CatalogSummary.Model(id: model, photos: here.count { $0.vectors[model] != nil })
            },
            roots: roots())
    }

    public func failures() -> [FailedPhoto] {
        rows.filter(\.value.isHere).compactMap { path, row in
            row.failure.map { FailedPhoto(path: path, error: $0) }
        }.sorted { $0.path < $1.path }
    }

    public func cutPhotos() -> [CutPhoto] {
        rows.filter(\.value.isHere).compactMap { path, row in
            row.share.map { CutPhoto(path: path, share: $0) }
        }.sorted { $0.path < $1.path }
    }

    public func cards(of photos: [PhotoID]) -> [PhotoID: PhotoCard] {
        let wanted = Set(photos)
        return Dictionary(uniqueKeysWithValues: cards().filter { wanted.contains($0.id) }.map { ($0.id, $0) })
    }

    public func photos(meeting condition: PhotoCondition) -> PhotoSet {
        let known = Dictionary(uniqueKeysWithValues: rows.values.map { ($0.id, $0) })
        return PhotoSet(
            cards().filter { card in
                let row = known[card.id]!
                guard condition.asksForHidden || !marks(of: row).isHidden else { return false }
                return condition.isMet(
                    by: card, facts(of: row), row.colors, at: row.place, roots: roots(),
                    read: row.text?.text, faces: row.faces?.faces.faces.count, people: named(in: row.content),
                    marks: marks(of: row))
            }.map(\.id))
    }

    public func cards(among photos: PhotoSet?, order: PhotoOrder, top: Int, offset: Int) -> [PhotoCard] {
        let cards = order.sorted(shown(among: photos)) { $0 }
        return Array(cards.dropFirst(offset).prefix(top))
    }

    public func values(of trait: PhotoTrait) -> [PhotoValue] {
        let known = Dictionary(uniqueKeysWithValues: rows.values.map { ($0.id, $0) })
        return trait.values(
            of: shown(among: nil).compactMap { card in
                known[card.id].map { (card, facts(of: $0), marks(of: $0), $0.colors) }
            }, roots: roots())
    }

    public func days(among photos: PhotoSet?) -> [PhotoDay] {
        let byDay = Dictionary(grouping: shown(among: photos)) { card in
            card.taken.map { ($0.localSeconds - TakenDate.times.lowerBound) / 86_400 }
        }
        return byDay.sorted { ($0.key ?? .min) > ($1.key ?? .min) }.map { day, cards in
            guard let day else { return PhotoDay(date: nil, count: cards.count) }
            let known = cards.compactMap(\.taken?.precision)
            let finest = [.second, .day, .month].first(where: known.contains) ?? .year
            return PhotoDay(
                localSeconds: TakenDate.times.lowerBound + day * 86_400, precision: finest, count: cards.count)
        }
    }

    public func clusters(among photos: PhotoSet?, in box: CoordinateBox?, on grid: MapGrid) -> PhotoClusters {
        grid.clusters(shown(among: photos).map { ($0.id, rows[$0.path].map(facts) ?? PhotoFacts()) }, in: box)
    }

    public func cards(after photo: PhotoID, limit: Int) -> [PhotoCard] {
        Array(cards().filter { $0.id > photo }.sorted { $0.id < $1.id }.prefix(limit))
    }

    /// Nil for all but hidden ones.
    private func shown(among photos: PhotoSet?) -> [PhotoCard] {
        let hidden = hiddenPhotos()
        return cards().filter { photos?.contains($0.id) ?? !hidden.contains($0.id) }
    }

    private func cards() -> [PhotoCard] {
        rows.filter(\.value.canBeShown).map { path, row in
            PhotoCard(
                id: row.id, path: path, stamp: row.stamp, content: row.content, size: row.size, taken: row.facts?.taken,
                caption: marks(of: row).caption ?? row.facts.flatMap { $0.title ?? $0.description }, place: row.place,
                isFavourite: marks(of: row).isFavourite, length: row.facts?.length)
        }
    }

    public func photosWithoutPlace(limit: Int) -> [PhotoID: Coordinates] {
        let unknown = rows.values.filter { $0.place == nil }.compactMap { row in row.facts?.place.map { (row.id, $0) } }
        return Dictionary(uniqueKeysWithValues: unknown.prefix(limit))
    }

    public func note(_ places: [PhotoID: PhotoPlace]) {
        for (path, row) in rows where row.facts?.place != nil { rows[path]?.place = places[row.id] ?? row.place }
    }

    public func placeCounts(among photos: PhotoSet?) -> [PhotoPlace: Int] {
        let shown = rows.values.filter { row in
            row.canBeShown && photos?.contains(row.id) ?? !marks(of: row).isHidden
        }
        let places = shown.compactMap(\.place).filter { $0.country != nil }
        return Dictionary(grouping: places) { $0 }.mapValues(\.count)
    }

    public func photos(with words: WrittenWords) -> WrittenMatches {
        var matches = WrittenMatches()
        let inPictures = Set(rows.values.flatMap { texts(of: $0).misreadable })
        let misread = words.misread { misreading in inPictures.filter(misreading.fits).sorted() }
        matches.misreadings = misread.misreadings
        for (path, row) in rows {
            let texts = PhotoTexts(path, facts(of: row), row.text?.text, below: known.sorted())
            func hasAll(
                _ named: Set<Int> = [], misread words: WrittenWords = words, in isWanted: (SearchReason.Field) -> Bool
            ) -> Bool {
                let written = texts.texts.filter { isWanted($0.field) }.flatMap { field, text in
                    words.places(in: text, isRead: field == .picture).map(\.phrase)
                }
                return !words.phrases.isEmpty && named.union(written).count == words.phrases.count
            }
            let names = words.placeNames.filter { !$0.places.isDisjoint(with: row.place?.parts ?? []) }.map(\.phrases)
            if hasAll(in: { _ in true }) {
                matches.all.insert(row.id)
                if !hasAll(in: { $0 != .picture }) { matches.read.insert(row.id) }
            } else if hasAll(Set(names.joined()), in: { _ in true }) {
                matches.all.insert(row.id)
                if names.contains(words.phrases.indices) { matches.placed.insert(row.id) }
            } else if hasAll(misread: misread, in: { _ in true }) {
                matches.misread.insert(row.id)
            }
            if hasAll(in: SearchReason.Field.own.contains) { matches.own.insert(row.id) }
            if texts.names.contains(words.name) { matches.named.insert(row.id) }
        }
        return matches
    }

    private func texts(of row: Row) -> PhotoTexts {
        PhotoTexts(FilePath("/"), PhotoFacts(), row.text?.text, below: [])
    }

    public func photosWithoutColors(after photo: PhotoID, limit: Int) -> [PhotoCard] {
        let without = Set(rows.values.filter { $0.colors == nil }.map(\.id))
        return Array(cards(after: photo, limit: .max).filter { without.contains($0.id) }.prefix(limit))
    }

    public func countWithoutColors() -> Int { photosWithoutColors(after: PhotoID(-1), limit: .max).count }

    public func note(_ colors: [PhotoID: PhotoColors]) {
        for (path, row) in rows { rows[path]?.colors = colors[row.id] ?? row.colors }
    }

    public func colors(of photo: PhotoID) -> PhotoColors? { rows.values.first { $0.id == photo }?.colors }

    public func photosWithoutText(by reader: TextReaderID, after photo: PhotoID, limit: Int) -> [PhotoCard] {
        let without = Set(rows.values.filter { $0.content != nil && $0.text?.reader != reader }.map(\.id))
        return Array(cards(after: photo, limit: .max).filter { without.contains($0.id) }.prefix(limit))
    }

    public func countWithoutText(by reader: TextReaderID) -> Int {
        photosWithoutText(by: reader, after: PhotoID(-1), limit: .max).count
    }

    public func note(_ texts: [ContentDigest: ReadText]) {
        for (path, row) in rows { rows[path]?.text = row.content.flatMap { texts[$0] } ?? row.text }
    }

    public func text(of photo: PhotoID) -> ReadText? { rows.values.first { $0.id == photo }?.text }

    public func savedSearches() -> [SavedSearch] { searches.values.sorted() }

    public func save(_ search: SavedSearch, most: Int) -> Bool {
        guard searches[search.name] != nil || searches.count < most else { return false }
        searches[search.name] = search
        return true
    }

    public func removeSearch(_ name: String) -> Bool { searches.removeValue(forKey: name) != nil }

    /// Nothing is ever damaged here.
    public func check(notify: @escaping @Sendable (CheckProgress) -> Void) -> CheckReport {
        var report = CheckReport()
        let counts: [CheckReport.Part: Int] = [
            .photos: rows.count, .vectors: rows.values.reduce(0) { $0 + $1.vectors.count },
        ]
        for part in report.parts {
            notify(CheckProgress(part))
            report.finish(part, count: counts[part] ?? 0)
        }
        return report
    }

    public func leave(_ doubts: Set<CheckReport.Doubt>) { doubted.formUnion(doubts) }

    public func putRight(inside folders: [FilePath], model: ModelID) -> [EvokeError] {
        guard !doubted.isEmpty else { return [] }
        let (folders, roots) = (Set(folders), known)
        for (path, row) in rows where doubted.contains(.photo(row.id)) {
            guard path.isInside(anyOf: folders) || !path.isInside(anyOf: roots) else { continue }
            rows[path] = nil
            doubted.remove(.photo(row.id))
        }
        doubted.remove(.library)
        // Whoever follows the vectors begins anew.
        (changes, token) = ([], Int64.random(in: .min ... .max))
        reached = Dictionary(uniqueKeysWithValues: recorded.map { ($0, shown($0)) })
        return []
    }

    public func close() {}

    @discardableResult
    public func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) throws -> VectorStamp {
        let films = momentsShown(model)
        for (id, vector) in shown(model).sorted(by: { $0.key < $1.key }) {
            let film = films[id] ?? FilmMoments()
            try (vector.values.map { Float16($0) } + film.halves).withUnsafeBufferPointer {
                try body([id] + film.times.map { _ in id }, $0)
            }
        }
        return vectorStamp()
    }

    public func vectorStamp() -> VectorStamp { VectorStamp(number: Int64(changes.count), token: token) }

    public func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) -> VectorChanges? {
        guard stamp.token == token, 0...changes.count ~= Int(stamp.number) else { return nil }
        let next = changes[Int(stamp.number)...].prefix(limit)
        let (changed, now) = (Set(next.filter { $0.model == model }.map(\.photo)), shown(model))
        let (ids, films) = (changed.filter { now[$0] != nil }.sorted(), momentsShown(model))
        return VectorChanges(
            stamp: VectorStamp(number: Int64(next.endIndex), token: token), isAll: next.count < limit,
            dropped: changed, ids: ids.flatMap { id in [id] + (films[id]?.times ?? []).map { _ in id } },
            halves: ids.flatMap { now[$0]!.values.map { Float16($0) } + (films[$0]?.halves ?? []) })
    }

    private func shown(_ model: ModelID) -> [PhotoID: Embedding] {
        Dictionary(
            uniqueKeysWithValues: rows.values.compactMap { row in
                row.isHere ? row.vectors[model].map { (row.id, $0) } : nil
            })
    }

    private func momentsShown(_ model: ModelID) -> [PhotoID: FilmMoments] {
        Dictionary(
            uniqueKeysWithValues: rows.values.compactMap { row in
                row.isHere && row.vectors[model] != nil ? row.moments[model].map { (row.id, $0) } : nil
            })
    }

    func noteMoments(_ moments: [ContentDigest: FilmMoments], of model: ModelID) {
        for (path, row) in rows {
            guard let found = row.content.flatMap({ moments[$0] }) else { continue }
            rows[path]?.moments[model] = found
            changes.append((model, row.id))
        }
    }

    private func noteChanges() {
        for model in recorded {
            let (before, now) = (reached[model] ?? [:], shown(model))
            let changed = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
            changes += changed.sorted().map { (model, $0) }
            reached[model] = now
        }
    }

    public func vector(of photo: PhotoID, model: ModelID) -> Embedding? {
        rows.values.first { $0.id == photo }?.vectors[model]
    }

    private func settle(_ path: FilePath, _ stamp: FileStamp, _ content: ContentDigest?) {
        if rows[path] == nil { rowsMade += 1 }
        var row = rows[path] ?? Row(id: PhotoID(rowsMade), stamp: stamp)
        let isSame = content == nil || row.content == nil ? row.stamp.resembles(stamp) : row.content == content
        if !isSame {
            (row.vectors, row.content, row.facts, row.place, row.companions) = ([:], nil, nil, nil, .none)
            row.moments = [:]
            (row.colors, row.text, row.look, row.comparison, row.faces) = (nil, nil, nil, nil, nil)
        }
        rows[path] = row
        mark(row.id, stamp)
    }

    private func copy(_ known: KnownContent, to path: FilePath, _ stamp: FileStamp) {
        settle(path, stamp, known.digest)
        hold(known.digest, known.size, share: known.share, at: path)
        if let colors = known.colors { rows[path]?.colors = colors }
        if let text = known.text { rows[path]?.text = text }
        for (model, halves) in known.vectors {
            rows[path]?.vectors[model] = Embedding(
                normalizing: halves.map { Float($0) }, fingerprint: model.fingerprint)
        }
    }

    private func hold(_ content: ContentDigest, _ size: PixelSize?, share: Double?, at path: FilePath) {
        rows[path]?.content = content
        rows[path]?.size = size
        rows[path]?.failure = nil
        rows[path]?.share = share
    }

    private func mark(_ id: PhotoID, _ stamp: FileStamp) {
        for (path, row) in rows where row.id == id { rows[path]?.stamp = stamp }
        mark(id)
    }

    private func mark(_ id: PhotoID, isGone: Bool = false, isHidden: Bool = false) {
        for (path, row) in rows where row.id == id {
            rows[path]?.isGone = isGone
            rows[path]?.isHidden = isHidden
        }
    }
}
