import EvokeSystem
public import EvokeValues
import Foundation

/// A small model of true architecture in the layout of a publisher, and what its authors' own code answers with it.
/// Made by Tools/fixtures/clip_models.py.
public struct PublishedModel: Decodable, Sendable {
    public struct Text: Decodable, Sendable {
        /// The code that goes in front, for models that want one.
        private let language: String?
        private let text: String
        public var query: String { (language ?? "") + text }
        /// What the graph is fed, by the names of its inputs.
        public let inputs: [String: [Int32]]
        public let embedding: [Float]
    }

    public struct Picture: Decodable, Sendable {
        public let file: String
        public let embedding: [Float]
    }

    public struct Variant: Decodable, Sendable {
        public let pictures: [[Float]]
        public let texts: [[Float]]
    }

    public struct Classes: Decodable, Sendable {
        public let labels: [String]
        /// For each picture, one for each label.
        public let scores: [[Float]]
    }

    public let pictures: [Picture]
    public let texts: [Text]
    public let classes: Classes?
    public let variants: [String: Variant]?

    public static let names = [
        "hub-clip", "hub-clip-masked", "hub-siglip", "hub-siglip2", "hub-medsiglip", "hub-mobileclip", "rclip",
        "immich-clip", "immich-siglip", "immich-mclip", "immich-nllb",
    ]

    public static func golden(_ name: String) throws -> PublishedModel {
        let bytes = try FileSystem.read(place("golden/\(name).json"))
        return try JSONDecoder().decode(PublishedModel.self, from: Data(bytes))
    }

    public static func folder(_ name: String) throws -> DiskPath { try place(name) }

    public static func picture(_ name: String) throws -> DiskPath { try place("pictures/\(name)") }

    private static func place(_ path: String) throws -> DiskPath {
        guard let resources = Bundle.module.resourcePath else {
            throw Installed.Missing(description: "the tests were built without their fixtures")
        }
        return DiskPath(resources).appending("Models/\(path)")
    }
}
