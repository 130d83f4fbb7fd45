import EvokeSystem
public import EvokeValues
import Foundation

/// A copy of a published model's directory, to be changed.
public struct ModelCopy {
    public let folder: DiskPath

    public init(of model: String, in home: TemporaryFolder, at place: String = "copy") throws {
        folder = home.path.appending(place)
        try FileManager.default.copyItem(
            atPath: PublishedModel.folder(model).display, toPath: folder.display)
    }

    public func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.appending(name).display)
    }

    public func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(
            atPath: folder.appending(name).display, toPath: folder.appending(other).display)
    }

    public func write(_ name: String, _ text: String) throws {
        try FileSystem.replace(folder.appending(name), with: Array(text.utf8))
    }

    /// Sets keys of a JSON file; nil takes one away.
    public func set(_ keys: [String: Any?], in name: String) throws {
        let path = folder.appending(name).display
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        guard var object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw Installed.Missing(description: "\(name) is not a JSON object")
        }
        for (key, value) in keys { object[key] = value }
        try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    }
}
