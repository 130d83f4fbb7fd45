public import EvokeValues

extension GraphDescription {
    /// Of a graph that tells faces apart: how a face is laid into its picture, and what its vectors mean.
    public struct Face: Hashable, Sendable, Codable {
        /// Where a face comes to lie in the square that the graph sees.
        public enum Alignment: String, Sendable, Codable, CaseIterable {
            /// As dlib's network was trained: by the corners of the eyes and the base of the nose.
            case dlib
            /// As ArcFace and those after it were: by eyes, tip of the nose and corners of the mouth, at places for 112 pixels.
            case arcface
        }

        /// Where a face lies in it.
        public let alignment: Alignment
        /// Whether vectors count by their direction alone; they are scaled to length 1 then.
        public let isUnit: Bool
        /// Between its vectors, by the straight line.
        public let distances: FaceDistances

        /// Made by whoever publishes a graph; nothing is checked before a catalogue or a `graph.json` with it is read.
        public init(_ alignment: Alignment, isUnit: Bool, distances: FaceDistances) {
            self.alignment = alignment
            self.isUnit = isUnit
            self.distances = distances
        }

        enum CodingKeys: String, CodingKey {
            case alignment, distances
            case isUnit = "unit"
        }
    }

    /// What cannot be meant of it.
    var faceFault: String? {
        guard let face else { return nil }
        guard labels == nil, inputs.count == 1, outputs.count == 1 else {
            return "what tells faces apart has labels, or more than an input and an output"
        }
        guard face.distances.areSound else {
            return "'face.distances' are not above 0, with 'group' at most 'pair' and 'pair' at most 'doubt'"
        }
        return nil
    }
}
