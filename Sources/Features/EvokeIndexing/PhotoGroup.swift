package import EvokeValues

/// The files of one photo in a folder: a raw file and a JPEG by the camera, or a HEIC, the JPEG exported from it and
/// the film of a live photo. Their names differ only in the file extension.
package struct PhotoGroup: Hashable, Sendable {
    /// The file to decode and to show.
    ///
    /// A JPEG or HEIC is preferred to the raw file: it is the picture that its maker saw, and faster to decode. A HEIC
    /// is preferred to a JPEG: it is the original, with all of the camera's metadata, and stays when exports are
    /// deleted.
    package let main: FilePath
    package let others: [FilePath]
    /// The sidecars. `.xmp` files come first, those with a file's whole name before others: `a.jpg.xmp`, then `a.xmp`.
    /// Those of Google Takeout follow.
    package let sidecars: [FilePath]

    /// Groups the photos and sidecars of one folder.
    package static func groups(of photos: [FilePath], sidecars: [FilePath]) -> [PhotoGroup] {
        let sidecarsByName = Dictionary(
            grouping: sidecars.filter(PhotoNames.isXMP).sorted(), by: \.nameWithoutSuffix)
        let takeout = TakeoutNames(sidecars.filter { !PhotoNames.isXMP($0) })
        return Dictionary(grouping: photos.sorted(), by: \.nameWithoutSuffix)
            .flatMap { name, files in
                sets(of: files).map { set in
                    let names = set.map { FoldedName($0.name) } + [name]
                    return PhotoGroup(
                        main: set[0], others: Array(set.dropFirst()),
                        sidecars: names.flatMap { sidecarsByName[$0] ?? [] } + takeout.files(of: set[0]))
                }
            }
            .sorted { $0.main < $1.main }
    }

    /// Divides files with one name into photos, each with its main file first.
    private static func sets(of files: [FilePath]) -> [[FilePath]] {
        var forms = files.map(Form.init)
        if !forms.contains(where: { $0 == .heic || $0 == .jpeg }) {
            // Films of their own.
            for place in forms.indices where forms[place] == .live { forms[place] = .other }
        }
        let related = files.indices.filter { forms[$0] != .other }.sorted { (forms[$0], $0) < (forms[$1], $1) }
        // Two of one form, `a.jpg` and `A.JPEG`, are two photos, and it is unknown whose the raw file is.
        guard Set(related.map { forms[$0] }).count == related.count, related.count > 1 else {
            return files.map { [$0] }
        }
        return [related.map { files[$0] }] + files.indices.filter { forms[$0] == .other }.map { [files[$0]] }
    }

    /// In order of preference.
    private enum Form: Hashable, Comparable {
        case heic, jpeg
        case raw(String)
        /// Often made from the camera's own raw file.
        case dng
        /// The film of a live photo, if it is next to one.
        case live
        /// A PNG next to a JPEG may be anything.
        case other

        init(_ file: FilePath) {
            switch file.format {
            case .heic: self = .heic
            case .jpeg: self = .jpeg
            case .raw: self = file.suffix == "dng" ? .dng : .raw(file.suffix)
            case .video where file.suffix == "mov" || file.suffix == "mp4": self = .live
            default: self = .other
            }
        }
    }
}

/// A name compared without case.
struct FoldedName: Hashable {
    let bytes: [UInt8]

    init(_ name: ArraySlice<UInt8>) {
        bytes = String(validating: name, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? Array(name)
    }
}

extension FilePath {
    var nameWithoutSuffix: FoldedName {
        guard let dot = name.lastIndex(of: .dot), dot > name.startIndex else { return FoldedName(name) }
        return FoldedName(name[..<dot])
    }
}
