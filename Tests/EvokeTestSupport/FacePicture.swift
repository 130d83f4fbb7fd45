public import EvokeValues
import Foundation

/// Pictures with faces in them, and what dlib itself says of these.
public enum FacePicture {
    /// - Parameter name: "astronaut.jpg"
    public static func file(_ name: String) -> DiskPath {
        DiskPath(Bundle.module.bundleURL.appendingPathComponent("Faces/\(name)").path)
    }

    /// What dlib.json has.
    public struct Known: Decodable, Sendable {
        /// A face in group.jpg.
        public struct Place: Decodable, Sendable {
            /// Across, then down.
            public let middle: [Int]
            /// How long and high it is, more or less.
            public let side: Int
        }

        /// By what they are of.
        public let vectors: [String: [Float]]
        /// From the smallest to the largest.
        public let group: [Place]

        public static func read() throws -> Known {
            let content = FileManager.default.contents(atPath: FacePicture.file("dlib.json").display) ?? Data()
            return try JSONDecoder().decode(Known.self, from: content)
        }
    }
}
