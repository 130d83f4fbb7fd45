import EvokeValues

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
    /// Nil if the photo is new.
    let before: Columns?
    var now: Columns
    var path: FilePath
    /// Whether everything about its earlier content is deleted.
    var isEmptied = false
    /// By the number of the model.
    var vectors: [Int64: [Float16]] = [:]
    var described: (metadata: PhotoMetadata, companions: PhotoCompanions)?
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
        return now.stamp.size == stamp.size && now.stamp.modifiedNanoseconds == stamp.modifiedNanoseconds
            && now.stamp.inode == stamp.inode
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
