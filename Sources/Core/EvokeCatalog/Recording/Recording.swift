import EvokePorts
import EvokeValues

/// The photos of a batch of changes, from what the library has to what the changes leave. They are written together at
/// the end.
struct Recording<Connection: CatalogConnection> {
    private let connection: Connection
    /// The numbers of their folders.
    private let folders: [DiskPath: Int64]
    private var models: [ModelID: Int64] = [:]
    private var places: [DiskPath: Int64] = [:]
    /// By number.
    private(set) var photos: [Int64: RecordedPhoto]
    /// Photos whose paths were taken by others.
    private(set) var gone: [Int64] = []

    init(_ photos: [RecordedPhoto], in folders: [DiskPath: Int64], by connection: Connection) {
        (self.connection, self.folders) = (connection, folders)
        self.photos = Dictionary(photos.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        places = Dictionary(photos.map { ($0.path, $0.number) }, uniquingKeysWith: { $1 })
    }

    mutating func apply(_ change: CatalogChange, _ model: ModelID) throws(EvokeError) {
        switch change {
        case .encoded(let path, let stamp, let content, let size, let embedding, let colors, let share, let description):
            let photo = try settle(path, stamp, content)
            record(content, size, share: share, of: photo)
            if let colors { setColors(colors, of: photo) }
            keep(embedding.values.map { Float16($0) }, of: photo, try number(of: model))
            describe(photo, description)
        case .failed(let path, let stamp, let error, let content, let description):
            let photo = try settle(path, stamp, content)
            photos[photo]?.share = .dropped
            fail(photo, error)
            describe(photo, description)
        case .unread(let photo, let error?):
            setMissing(0, of: photo.value)
            fail(photo.value, error)
        case .unread(let photo, nil): forgetFailure(of: photo.value)
        case .described(let path, let description): if let photo = places[path] { describe(photo, description) }
        case .digested(let path, let content):
            guard let photo = places[path], photos[photo]?.now.content != content else { return }
            photos[photo]?.now.content = content
            recordChange(of: photo)
        case .moved(let photo, let path, let stamp, let known, let description):
            // The row's current content decides, not what it was when the file was read.
            if let now = photos[photo.value]?.now, now.missing == 1, now.content == known.digest {
                try move(photo.value, to: path)
                restamp(photo.value, stamp)
                forgetFailure(of: photo.value)
                describe(photo.value, description)
            } else {
                try copy(known, to: path, stamp, description)
            }
        case .copied(let path, let stamp, let known, let description): try copy(known, to: path, stamp, description)
        case .seen(let photo, let stamp): restamp(photo.value, stamp)
        case .edited(let old, let new, let facesStay):
            try connection.copyMarks(from: old, to: new)
            if facesStay { try connection.copyDecisions(from: old, to: new) }
            try connection.change([new])
        case .vanished(let photo): setMissing(1, of: photo.value)
        case .hidden(let photo): setMissing(2, of: photo.value)
        }
    }

    /// Returns the photo at that path, which is made if it is new. If the content changed, its vectors and metadata
    /// are dropped.
    private mutating func settle(
        _ path: DiskPath, _ stamp: FileStamp, _ content: ContentDigest?
    ) throws(EvokeError) -> Int64 {
        guard let photo = places[path] else {
            let photo = try connection.nextNumber(of: .photos)
            let row = RecordedPhoto.Columns(folder: folder(of: path), name: Array(path.name), stamp: stamp)
            photos[photo] = RecordedPhoto(number: photo, before: nil, now: row, path: path)
            places[path] = photo
            recordChange(of: photo)
            return photo
        }
        if photos[photo]?.holds(content, stamp) == false {
            recordVectors(of: photo)
            photos[photo]?.empty()
            recordChange(of: photo)
        }
        restamp(photo, stamp)
        return photo
    }

    /// Marks the photo as present, with this file stamp.
    private mutating func restamp(_ photo: Int64, _ stamp: FileStamp) {
        photos[photo]?.now.stamp = stamp
        setMissing(0, of: photo)
    }

    private mutating func setMissing(_ missing: Int64, of photo: Int64) {
        guard let before = photos[photo]?.now.missing, before != missing else { return }
        photos[photo]?.now.missing = missing
        recordChange(of: photo)
    }

    private mutating func move(_ photo: Int64, to path: DiskPath) throws(EvokeError) {
        guard let old = photos[photo]?.path else { return }
        let folder = folder(of: path)
        // Another photo at that path is gone, since its file was replaced.
        if let other = places[path], other != photo {
            recordVectors(of: other)
            if photos.removeValue(forKey: other)?.before != nil { gone.append(other) }
            recordChange(of: other)
        }
        places[old] = nil
        places[path] = photo
        photos[photo]?.path = path
        photos[photo]?.now.folder = folder
        photos[photo]?.now.name = Array(path.name)
        recordChange(of: photo)
    }

    private mutating func copy(
        _ known: KnownContent, to path: DiskPath, _ stamp: FileStamp, _ description: PhotoDescription?
    ) throws(EvokeError) {
        let photo = try settle(path, stamp, known.digest)
        record(known.digest, known.size, share: known.share, of: photo)
        if let colors = known.colors { setColors(colors, of: photo) }
        if let text = known.text { photos[photo]?.text = text }
        for (model, halfFloats) in known.vectors { keep(halfFloats, of: photo, try number(of: model)) }
        describe(photo, description)
    }

    /// Records a readable photo's content.
    private mutating func record(_ content: ContentDigest, _ size: PixelSize?, share: Double?, of photo: Int64) {
        photos[photo]?.now.content = content
        photos[photo]?.now.size = size
        photos[photo]?.share = share.map { .set($0) } ?? .dropped
        recordChange(of: photo)
        forgetFailure(of: photo)
    }

    private mutating func keep(_ halfFloats: [Float16], of photo: Int64, _ model: Int64) {
        photos[photo]?.vectors[model] = halfFloats
        connection.changes.vectors.insert(CatalogChanges.Vector(model: model, photo: photo))
        // An unreadable photo is still shown if it has a vector.
        recordChange(of: photo)
    }

    private mutating func setColors(_ colors: PhotoColors, of photo: Int64) {
        photos[photo]?.now.colors = Int64(colors.bits)
        recordChange(of: photo)
    }

    private mutating func describe(_ photo: Int64, _ description: PhotoDescription?) {
        guard let description else { return }
        photos[photo]?.described = description
        photos[photo]?.now.sidecars = description.companions.sidecarStamp
        recordChange(of: photo)
    }

    /// No reason is recorded for a photo that the library no longer has.
    private mutating func fail(_ photo: Int64, _ error: EvokeError) {
        guard photos[photo] != nil else { return }
        photos[photo]?.failure = .set(error)
        recordChange(of: photo)
    }

    private mutating func forgetFailure(of photo: Int64) {
        guard let known = photos[photo]?.failure else { return }
        if case .set = known { recordChange(of: photo) }
        photos[photo]?.failure = .dropped
    }

    private func recordChange(of photo: Int64) { connection.changes.photos.insert(photo) }

    /// Logs vectors of this batch; those that the library has are logged when they are deleted.
    private func recordVectors(of photo: Int64) {
        for model in photos[photo]?.vectors.keys.map(\.self) ?? [] {
            connection.changes.vectors.insert(CatalogChanges.Vector(model: model, photo: photo))
        }
    }

    private func folder(of path: DiskPath) -> Int64 { folders[path.folder] ?? 0 }

    private mutating func number(of model: ModelID) throws(EvokeError) -> Int64 {
        if let known = models[model] { return known }
        let number = try connection.makeNumber(of: model)
        models[model] = number
        return number
    }
}

/// A photo while changes of it are recorded.
struct RecordedPhoto {
    struct Columns: Equatable {
        /// The number of its folder.
        var folder: Int64
        var name: [UInt8]
        var stamp: FileStamp
        var size: PixelSize?
        /// 1 if missing, 2 if excluded.
        var missing: Int64 = 0
        var content: ContentDigest?
        /// As in `PhotoCompanions.sidecarStamp`.
        var sidecars: Int64 = 0
        var colors: Int64?
    }

    /// What happens to the photo's row in another table.
    enum Fate<Value> {
        case kept, dropped
        case set(Value)
    }

    let number: Int64
    /// What its row has; nil if the photo is new.
    var before: Columns?
    var now: Columns
    var path: DiskPath
    /// Whether everything about its earlier content is deleted.
    var isEmptied = false
    /// By the number of the model.
    var vectors: [Int64: [Float16]] = [:]
    var described: PhotoDescription?
    var share = Fate<Double>.kept
    var failure = Fate<EvokeError>.kept
    /// Recorded along with its content.
    var text: ReadText?

    var isMoved: Bool { before.map { ($0.folder, $0.name) != (now.folder, now.name) } ?? false }
    /// Whether the change makes it searchable, or stops it from being searchable.
    var isTurned: Bool { before.map { ($0.missing == 0) != (now.missing == 0) } ?? false }

    /// Whether it already has that content. Without a digest, the file stamp decides.
    func holds(_ content: ContentDigest?, _ stamp: FileStamp) -> Bool {
        if let content, let known = now.content { return content == known }
        return now.stamp.resembles(stamp)
    }

    /// Nil if only the database has it.
    var metadata: PhotoMetadata? { described?.metadata ?? (before == nil || isEmptied ? PhotoMetadata() : nil) }

    mutating func empty() {
        isEmptied = true
        (vectors, described, text) = ([:], nil, nil)
        (now.content, now.size, now.sidecars, now.colors) = (nil, nil, 0, nil)
    }
}

extension RecordedPhoto.Fate {
    var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }

    var isKept: Bool {
        if case .kept = self { true } else { false }
    }
}
