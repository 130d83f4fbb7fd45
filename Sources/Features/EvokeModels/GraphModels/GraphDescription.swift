package import EvokePorts
import EvokeValues

/// A publisher's description of a graph: its file and labels, its inputs and outputs.
package struct GraphDescription: Hashable, Sendable, Codable {
    /// An input or an output.
    package struct Port: Hashable, Sendable, Codable {
        /// The graph's own name for it.
        package let name: String
        package let type: ElementType
        /// Null for a dimension of any size.
        package let shape: [Int?]

        /// Created by a graph's publisher; not checked until a catalog or `graph.json` that contains it is read.
        package init(_ name: String, _ type: ElementType, shape: [Int?]) {
            self.name = name
            self.type = type
            self.shape = shape
        }
    }

    /// How a picture is fed to the graph's input, whose shape gives the size, type, and layout.
    package struct Picture: Hashable, Sendable, Codable {
        /// What happens to a photo whose aspect ratio differs from the input's.
        package enum Resize: String, Sendable, Codable {
            /// The shortest side is scaled to the input, or to `shortestSide`, and the center is cropped.
            case shortest
            /// Both sides are scaled to the input's.
            case squash
            /// The whole photo is fitted into the input, on white.
            case pad
        }

        /// The order of a pixel's color channels.
        package enum Channels: String, Sendable, Codable {
            /// Red, green, blue.
            case rgb
            /// Blue, green, red.
            case bgr
        }

        /// How pixels are laid out.
        package enum Layout: String, Sendable, Codable {
            /// Interleaved: three numbers per pixel.
            case nhwc
            /// Planar: three planes, one per channel.
            case nchw
        }

        /// Nil means `shortest`.
        package var resize: Resize?
        /// For `shortest`, if it differs from the input's side.
        package var shortestSide: Int?
        /// Nil means `bilinear`.
        package var kernel: ImageInput.Kernel?
        /// Nil means `rgb`.
        package var channels: Channels?
        /// Needed only if the shape is ambiguous.
        package var layout: Layout?
        /// The numbers for black and white.
        package var range: [Float]?
        /// For red, green, and blue, on a scale of 0 to 1; used instead of a range.
        package var mean: [Float]?
        /// Required with a mean: three numbers above 0.
        package var std: [Float]?

        /// Uses the defaults for everything.
        package init() {}

        enum CodingKeys: String, CodingKey {
            case resize, kernel, channels, layout, range, mean, std
            case shortestSide = "shortest_side"
        }
    }

    /// A path in the model's folder.
    package let file: String
    /// A path in the model's folder: the names of its classes, one per line.
    package let labels: String?
    /// Nil for default preprocessing.
    package let picture: Picture?
    /// Nil unless it is a face recognition graph.
    package let face: Face?
    /// The inputs that matter, from 1 to 100.
    package let inputs: [Port]
    /// The outputs that matter, from 1 to 100.
    package let outputs: [Port]

    /// Created by a graph's publisher; not checked until a catalog or `graph.json` that contains it is read.
    package init(
        file: String, labels: String? = nil, picture: Picture? = nil, face: Face? = nil, inputs: [Port], outputs: [Port]
    ) {
        self.file = file
        self.labels = labels
        self.picture = picture
        self.face = face
        self.inputs = inputs
        self.outputs = outputs
    }
}

extension GraphDescription {
    /// What is wrong with the description; nil if nothing is.
    package var fault: String? {
        for (key, path) in [("file", file), ("labels", labels)] {
            if let path, let fault = ModelFilePath.fault(in: path) { return "'\(key)' \(fault)" }
        }
        guard ["tflite", "onnx", "xml"].contains(DiskPath(file).suffix) else {
            return "'file' does not end in .tflite, .onnx, or .xml"
        }
        for (key, ports) in [("inputs", inputs), ("outputs", outputs)] {
            guard (1...100).contains(ports.count) else { return "'\(key)' must have 1 to 100 entries" }
            guard Set(ports.map(\.name)).count == ports.count else { return "two of its '\(key)' have the same name" }
            for port in ports {
                guard !port.name.isEmpty, port.name.utf8.count <= 200, DiskPath(port.name).display == port.name else {
                    return "a name among its '\(key)' is empty, too long, or has control characters"
                }
                guard port.shape.count <= 8, port.shape.allSatisfy({ (1...(1 << 24)).contains($0 ?? 1) }) else {
                    return "the shape of '\(port.name)' is not valid"
                }
            }
        }
        return picture?.fault ?? faceFault
    }
}

extension GraphDescription.Picture {
    fileprivate var fault: String? {
        if let shortestSide, !(1...4_096).contains(shortestSide) || (resize ?? .shortest) != .shortest {
            return "'picture.shortest_side' is not between 1 and 4096, or not for 'shortest'"
        }
        if let range {
            guard mean == nil, std == nil else { return "'picture' has both a range and a mean or std" }
            guard range.count == 2, range.allSatisfy(\.isFinite), range[0] < range[1] else {
                return "'picture.range' is not two numbers in ascending order"
            }
        }
        guard (mean == nil) == (std == nil) else { return "'picture' has only one of mean and std" }
        if let mean, let std {
            guard mean.count == 3, std.count == 3, (mean + std).allSatisfy(\.isFinite), std.allSatisfy({ $0 > 0 })
            else {
                return "'picture.mean' and 'picture.std' are not three numbers each, with std above 0"
            }
        }
        return nil
    }
}

extension GraphDescription {
    /// For a face recognition graph: how a face is aligned in its input, and what distances between its vectors mean.
    package struct Face: Hashable, Sendable, Codable {
        /// Where a face is placed in the square input.
        package enum Alignment: String, Sendable, Codable, CaseIterable {
            /// As dlib's network was trained: by the corners of the eyes and the base of the nose.
            case dlib
            /// As ArcFace and its successors were trained: by the eyes, tip of the nose, and corners of the mouth, at
            /// positions for 112 pixels.
            case arcface
        }

        /// Where a face is placed in the input.
        package let alignment: Alignment
        /// Whether only the direction of vectors counts; they are then scaled to length 1.
        package let isUnit: Bool
        /// Euclidean distances between its vectors.
        package let distances: FaceDistances

        /// Created by a graph's publisher; not checked until a catalog or `graph.json` that contains it is read.
        package init(_ alignment: Alignment, isUnit: Bool, distances: FaceDistances) {
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
