import EvokeSystem
package import EvokeValues

/// The desktop's trash, as specified by freedesktop.org, so the desktop can restore files as well.
package struct Trash: Sendable {
    private static let doing = "move to the trash"

    /// Where a file is in the trash, and the note with its original path.
    struct Place: Hashable, Sendable {
        let file, info: DiskPath
    }

    /// The trash on the disk of the user's home; nil if that is unknown. Each disk then has a trash of its own.
    let home: DiskPath?
    let user: UInt32

    package static var own: Trash {
        let named = Environment.variable("XDG_DATA_HOME").flatMap { $0.isAbsolute ? $0 : nil }
        let data = named ?? Environment.variable("HOME").map { $0.appending(".local/share") }
        return Trash(home: data?.appending("Trash"), user: OwnProcess.user)
    }

    /// Reserves a name in the trash of the file's own disk by writing its note.
    ///
    /// - Parameter now: in local time.
    func reserve(for file: DiskPath, at now: CivilTime, _ disk: FileChanges) throws(EvokeError) -> Place {
        let (folder, written) = try folder(for: file)
        for part in ["files", "info"] { try FileSystem.makeFolder(folder.appending(part), isPrivate: true) }
        let info = "[Trash Info]\nPath=\(written.percentEncoded)\nDeletionDate=\(now.text)\n"
        var number = 0
        while true {
            number += 1
            let name = Self.name(file.name, number)
            let place = Place(
                file: folder.appending("files").appending(name),
                info: folder.appending("info").appending(name + Array(".trashinfo".utf8)))
            // A file that may have lost its note.
            guard FileSystem.isNothing(place.file) else { continue }
            do throws(Errno) {
                try disk.make(place.info, Array(info.utf8), mode: 0o600)
                return place
            } catch {
                if error != .nameInUse { throw .system(error.code, doing: Self.doing, subject: file) }
            }
        }
    }

    func take(_ file: DiskPath, to place: Place, _ disk: FileChanges) throws(EvokeError) {
        try disk.moveAway(file, to: place.file, doing: Self.doing)
    }

    /// Deletes the note of a file that is not in the trash, or no longer.
    static func forget(_ place: Place, _ disk: FileChanges) {
        if FileSystem.isNothing(place.file), let folder = place.file.parent, FileSystem.isFolder(folder) {
            // A note without a file: the desktop clears it away.
            try? disk.remove(place.info)
        }
    }

    /// The trash on the file's disk, and the file's path as written there.
    private func folder(for file: DiskPath) throws(EvokeError) -> (folder: DiskPath, written: DiskPath) {
        let device = try FileSystem.status(of: file.parent ?? file, doing: Self.doing).device
        if let home {
            // Otherwise the trash of the photo's own disk is used.
            if FileSystem.status(of: home) == nil { try? FileSystem.makeFolder(home, isPrivate: true) }
            if FileSystem.status(of: home)?.device == device { return (home, file) }
        }
        guard let top = FileSystem.topFolder(of: file), let resolved = FileSystem.resolve(file),
            resolved.isInside(top)
        else {
            throw EvokeError(.notFound, doing: Self.doing, subject: file.display, reason: "its disk is unknown")
        }
        let above = top.bytes.last == .slash ? top.bytes.count : top.bytes.count + 1
        let below = DiskPath(bytes: resolved.bytes.dropFirst(above))
        // The administrator's trash for all users, if it is as the specification requires.
        let shared = top.appending(".Trash")
        if let status = try? FileStatus(of: shared, followingLinks: false), status.isFolder, status.isSticky {
            let own = shared.appending("\(user)")
            // Otherwise the next location in the specification is used.
            if (try? FileSystem.makeFolder(own, isPrivate: true)) != nil, isOwn(own) { return (own, below) }
        }
        let own = top.appending(".Trash-\(user)")
        try FileSystem.makeFolder(own, isPrivate: true)
        guard isOwn(own) else {
            throw EvokeError(
                .notAllowed, doing: Self.doing, subject: file.display,
                reason: "the trash on its disk, \(own.display), belongs to another user or is a link")
        }
        return (own, below)
    }

    private func isOwn(_ folder: DiskPath) -> Bool {
        guard let status = try? FileStatus(of: folder, followingLinks: false) else { return false }
        return status.isFolder && status.owner == user
    }

    /// `a.jpg`, `a.2.jpg`, and so on, shortened to leave room for the suffixes of the trash.
    private static func name(_ name: ArraySlice<UInt8>, _ number: Int) -> [UInt8] {
        let most = 255 - ".trashinfo".utf8.count
        let mark = number == 1 ? [] : Array(".\(number)".utf8)
        let dot = name.lastIndex(of: .dot).flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
        let (stem, suffix) = (name[..<dot], name[dot...].prefix(20))
        return stem.prefix(most - mark.count - suffix.count) + mark + suffix
    }
}

extension DiskPath {
    /// The path's bytes percent-encoded: letters, digits and `-_.~/` stay.
    package var percentEncoded: String {
        var text = ""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"), .slash:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return text
    }

    /// Nil if a `%` is not followed by two hexadecimal digits.
    package init?(percentEncoded text: String) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        self.init(bytes: bytes)
    }
}
