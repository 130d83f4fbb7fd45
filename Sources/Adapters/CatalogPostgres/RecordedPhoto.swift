import EvokeValues

/// A photo while changes of it are recorded.
struct RecordedPhoto {
    /// Its row.
    struct Columns: Equatable {
        /// Of the folder.
        var folder: Int64
        var name: [UInt8]
        var stamp: FileStamp
        var size: PixelSize?
        /// 1 where it is gone, and 2 where it is left out.
        var missing: Int64 = 0
        var content: ContentDigest?
        /// As in `PhotoCompanions.sidecarStamp`.
        var sidecars: Int64 = 0
        var colors: Int64?
    }

    /// What becomes of a row that a photo may have in another table.
    enum Fate<Value> {
        case kept, dropped
        case set(Value)
    }

    let number: Int64
    /// Nil for one that is new.
    let before: Columns?
    var now: Columns
    var path: FilePath
    /// Whether all goes that was known of what it held before.
    var isEmptied = false
    /// By their models.
    var vectors: [Int64: [Float16]] = [:]
    var described: (metadata: PhotoMetadata, companions: PhotoCompanions)?
    var share = Fate<Double>.kept
    var failure = Fate<EvokeError>.kept
    /// What came with its content.
    var text: ReadText?

    var isMoved: Bool { before.map { ($0.folder, $0.name) != (now.folder, now.name) } ?? false }
    /// Whether it can be searched where it could not, or the other way round.
    var isTurned: Bool { before.map { ($0.missing == 0) != (now.missing == 0) } ?? false }

    /// Whether that content is what it holds already. Where it is not known, the stamp says so.
    func holds(_ content: ContentDigest?, _ stamp: FileStamp) -> Bool {
        if let content, let known = now.content { return content == known }
        return now.stamp.size == stamp.size && now.stamp.modifiedNanoseconds == stamp.modifiedNanoseconds
            && now.stamp.inode == stamp.inode
    }

    /// Nil where the library alone knows them.
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
