public import EvokeValues

/// What its publisher says of a graph: its file and its labels, what goes in and what comes out.
public struct GraphDescription: Hashable, Sendable, Codable {
    /// An input or an output.
    public struct Port: Hashable, Sendable, Codable {
        /// The graph's own name for it.
        public let name: String
        /// The type of its numbers.
        public let type: ElementType
        /// null for a dimension that may be anything.
        public let shape: [Int?]

        /// Made by whoever publishes a graph; nothing is checked before a catalogue or a `graph.json` with it is read.
        public init(_ name: String, _ type: ElementType, shape: [Int?]) {
            self.name = name
            self.type = type
            self.shape = shape
        }
    }

    /// How a picture is put into the graph's input, whose size, type and layout its shape tells.
    public struct Picture: Hashable, Sendable, Codable {
        /// What becomes of a photo whose proportions are not those of the input.
        public enum Resize: String, Sendable, Codable {
            /// The shortest side is scaled to the input, or to `shortestSide`, and the middle cut out.
            case shortest
            /// Both sides are scaled to the input.
            case squash
            /// All of it is fitted into the input, on white.
            case pad
        }

        /// In which order a pixel's colours are.
        public enum Channels: String, Sendable, Codable {
            /// Red, green, blue.
            case rgb
            /// Blue, green, red.
            case bgr
        }

        /// How the numbers of a picture lie.
        public enum Layout: String, Sendable, Codable {
            /// Three numbers a pixel, pixel after pixel.
            case nhwc
            /// Three planes, one a colour.
            case nchw
        }

        /// Nil stands for `shortest`.
        public var resize: Resize?
        /// Of `shortest`, where it is not the input's own.
        public var shortestSide: Int?
        /// Nil stands for `bilinear`.
        public var kernel: ImageInput.Kernel?
        /// Nil stands for `rgb`.
        public var channels: Channels?
        /// Only where the shape may be read both ways.
        public var layout: Layout?
        /// What black and white are to the graph.
        public var range: [Float]?
        /// For each of red, green and blue, on the scale 0 to 1, in place of a range.
        public var mean: [Float]?
        /// The other half of it: three numbers above 0, where there is a mean.
        public var std: [Float]?

        /// Nothing is said: the picture is put in as is usual.
        public init() {}

        enum CodingKeys: String, CodingKey {
            case resize, kernel, channels, layout, range, mean, std
            case shortestSide = "shortest_side"
        }
    }

    /// A path in the model's folder.
    public let file: String
    /// Likewise: the names of its classes, one a line.
    public let labels: String?
    /// Nil where nothing is said: the picture is put in as is usual.
    public let picture: Picture?
    /// Nil where it does not tell faces apart.
    public let face: Face?
    /// All of them that count, from 1 to 100.
    public let inputs: [Port]
    /// Likewise.
    public let outputs: [Port]

    /// Made by whoever publishes a graph; nothing is checked before a catalogue or a `graph.json` with it is read.
    public init(
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
    /// What cannot be meant; nil where nothing is wrong.
    package var fault: String? {
        for (key, path) in [("file", file), ("labels", labels)] {
            if let path, let fault = ModelFilePath.fault(in: path) { return "'\(key)' \(fault)" }
        }
        guard ["tflite", "onnx", "xml"].contains(FilePath(file).suffix) else {
            return "'file' does not end in .tflite, .onnx or .xml"
        }
        for (key, ports) in [("inputs", inputs), ("outputs", outputs)] {
            guard (1...100).contains(ports.count) else { return "'\(key)' are not 1 to 100" }
            guard Set(ports.map(\.name)).count == ports.count else { return "two of its '\(key)' have one name" }
            for port in ports {
                guard !port.name.isEmpty, port.name.utf8.count <= 200, FilePath(port.name).display == port.name else {
                    return "a name among its '\(key)' is empty, long, or has control characters"
                }
                guard port.shape.count <= 8, port.shape.allSatisfy({ (1...(1 << 24)).contains($0 ?? 1) }) else {
                    return "the shape of '\(port.name)' is none"
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
            guard mean == nil, std == nil else { return "'picture' has a range and a mean or std" }
            guard range.count == 2, range.allSatisfy(\.isFinite), range[0] < range[1] else {
                return "'picture.range' is not two numbers, the smaller one first"
            }
        }
        guard (mean == nil) == (std == nil) else { return "'picture' has one of mean and std" }
        if let mean, let std {
            guard mean.count == 3, std.count == 3, (mean + std).allSatisfy(\.isFinite), std.allSatisfy({ $0 > 0 })
            else {
                return "'picture.mean' and 'picture.std' are not three numbers each, the latter above 0"
            }
        }
        return nil
    }
}
