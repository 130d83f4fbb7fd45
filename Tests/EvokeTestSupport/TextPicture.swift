public import EvokeValues
import Foundation

/// Small pictures with text in them.
public enum TextPicture {
    /// - Parameter name: "english.png"
    public static func file(_ name: String) -> DiskPath {
        DiskPath(Bundle.module.bundleURL.appendingPathComponent("Texts/\(name)").path)
    }
}
