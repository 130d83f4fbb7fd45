import FoundationEssentials
import Glibc
public import PhotoCore

/// Putting models on the shelf, looking after them, and taking them off.
extension ModelShelf {
    /// Copies the files that the model consists of, and no more, and notes their digests; in one step, so that there
    /// is either the whole model or none.
    ///
    /// `check` may refuse the model when it is in its place, which is where its compiled form will be looked for.
    public func add(
        _ model: ModelDescription, as name: String, notify: (_ copied: Int64, _ all: Int64) -> Void,
        check: () async throws -> Void
    ) async throws {
        try checkName(name)
        guard let shelf = folders.first else { preconditionFailure("a shelf has a folder") }
        let place = shelf.appending(name)
        guard FileSystem.status(of: place) == nil else {
            throw EvokeError(
                .notAllowed, doing: "add the model", subject: name, reason: "there is one of that name in \(shelf)",
                remedy: "Choose another name, or run 'evoke models remove \(name)' first.")
        }
        let draft = shelf.appending(".\(name).\(getpid()).part")
        try FileSystem.makeFolder(draft)
        do {
            try copy(model.files.filter(FileSystem.isFile), of: model, to: draft, notify)
            guard draft.withCString({ from in place.withCString { rename(from, $0) } }) == 0 else {
                throw EvokeError.system(errno, doing: "add the model", subject: place)
            }
        } catch {
            try? Self.erase(draft)
            throw error
        }
        do {
            try await check()
        } catch {
            try? Self.erase(place)
            throw error
        }
    }

    /// Takes a model off the first shelf, where `add` puts them.
    public func remove(_ name: String) throws {
        guard let shelf = folders.first, !Self.isPath(name), ModelLayout.of(shelf.appending(name)) != nil else {
            throw EvokeError(
                .modelMissing, doing: "remove the model", subject: name,
                reason: "there is none of that name in \(folders.first?.display ?? "")",
                remedy: "See 'evoke models list'. Only what was added is removed.")
        }
        try Self.erase(shelf.appending(name))
    }

    /// Compares the files with what was noted when the model was added, and counts them; nil for a model that was
    /// not added but put there by hand, or lies elsewhere.
    public func verify(_ model: ModelDescription) throws(EvokeError) -> Int? {
        guard let note = try AddedNote.read(in: model.folder) else { return nil }
        for (path, digest) in note {
            let file = model.folder.appending(path)
            guard FileSystem.isFile(file) else { throw .invalidModel(file, "the file is missing") }
            guard try FileDigest.sha256(of: file) == digest else {
                throw .invalidModel(file, "it is not what it was when the model was added")
            }
        }
        return note.count
    }

    private func checkName(_ name: String) throws {
        let isPlain = name.utf8.allSatisfy { byte in
            byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
                || "-_.".utf8.contains(byte)
        }
        guard isPlain, let first = name.first, first.isLetter || first.isNumber, name.utf8.count <= 64 else {
            throw EvokeError(
                .wrongUsage, doing: "add the model", subject: name, reason: "that is not a name for a model",
                remedy: "Use letters, digits, '-', '_' and '.', and begin with a letter or a digit.")
        }
    }

    private func copy(
        _ files: [FilePath], of model: ModelDescription, to folder: FilePath, _ notify: (Int64, Int64) -> Void
    ) throws {
        let all = files.reduce(0) { $0 + (FileSystem.status(of: $1).map { Int64($0.st_size) } ?? 0) }
        var copied: Int64 = 0
        var note: [String: String] = [:]
        for file in files {
            let path = Array(file.bytes.dropFirst(model.folder.bytes.count + 1))
            let target = folder.appending(path)
            if let parent = target.parent { try FileSystem.makeFolder(parent) }
            note[String(decoding: path, as: UTF8.self)] = try FileDigest.copy(file, to: target) {
                copied += Int64($0)
                notify(copied, all)
            }
        }
        try AddedNote.write(note, in: folder)
    }

    private static func erase(_ folder: FilePath) throws {
        guard let path = folder.string else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}

/// What is noted beside an added model: its files and their digests.
private enum AddedNote {
    private static let fileName = "added.json"

    static func read(in folder: FilePath) throws(EvokeError) -> [String: String]? {
        let file = folder.appending(fileName)
        guard FileSystem.isFile(file) else { return nil }
        guard let note = try? JSONDecoder().decode([String: String].self, from: Data(try FileSystem.read(file)))
        else { throw .invalidModel(file, "it is not what 'evoke models add' wrote") }
        return note
    }

    static func write(_ note: [String: String], in folder: FilePath) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try FileSystem.replace(folder.appending(fileName), with: Array(try encoder.encode(note)))
    }
}
