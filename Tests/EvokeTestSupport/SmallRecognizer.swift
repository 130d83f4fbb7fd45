package import EvokeModels
public import EvokePorts
import EvokeSystem
public import EvokeValues

/// A graph that tells faces apart, which is none of those that Evoke comes with: by the mean colour of each face.
public enum SmallRecognizer {
    package static let description = GraphDescription(
        file: "mean.onnx", face: .init(.arcface, isUnit: true, distances: distances),
        inputs: [.init("data", .float32, shape: [1, 3, 112, 112])],
        outputs: [.init("vector", .float32, shape: [1, 3])])
    public static let distances = FaceDistances(group: 0.01, pair: 0.02, doubt: 0.03)

    /// Puts it into a folder of that name.
    public static func put(in folder: TemporaryFolder, named name: String) throws -> DiskPath {
        let file = try folder.write("\(name)/mean.onnx", GraphSketch.meanColor.bytes)
        let manifest = GraphModel.manifest(name: name, summary: "Mean colours", license: "MIT", description)
        _ = try folder.write("\(name)/graph.json", manifest)
        return DiskPath(bytes: file.bytes.dropLast("/mean.onnx".utf8.count))
    }
}
