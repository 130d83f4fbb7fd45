public import EvokeValues

extension GraphDescription {
    /// For a face recognition graph: how a face is aligned in its input, and what distances between its vectors mean.
    public struct Face: Hashable, Sendable, Codable {
        /// Where a face is placed in the square input.
        public enum Alignment: String, Sendable, Codable, CaseIterable {
            /// As dlib's network was trained: by the corners of the eyes and the base of the nose.
            case dlib
            /// As ArcFace and its successors were trained: by the eyes, tip of the nose, and corners of the mouth, at
            /// positions for 112 pixels.
            case arcface
        }

        /// Where a face is placed in the input.
        public let alignment: Alignment
        /// Whether only the direction of vectors counts; they are then scaled to length 1.
        public let isUnit: Bool
        /// Euclidean distances between its vectors.
        public let distances: FaceDistances

        /// Created by a graph's publisher; not checked until a catalog or `graph.json` that contains it is read.
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

    /// What is wrong with the face settings; nil if nothing is.
    var faceFault: String? {
        guard let face else { return nil }
        guard labels == nil, inputs.count == 1, outputs.count == 1 else {
            return "a face recognition graph must have one input, one output, and no labels"
        }
        guard face.distances.areSound else {
            return "'face.distances' must be above 0, and must not decrease from 'group' to 'pair' to 'doubt'"
        }
        return nil
    }
}
