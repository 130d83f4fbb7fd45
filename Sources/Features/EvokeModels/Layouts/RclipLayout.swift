import EvokeValues

/// `visual.onnx`, `textual.onnx`, and `tokenizer/bpe_simple_vocab_16e6.txt.gz`, with no configuration: preprocessing is
/// CLIP's, and the graph has the picture's size.
struct RclipLayout {
    let folder: FilePath

    init(_ folder: FilePath) {
        self.folder = folder
    }

    func read() throws(EvokeError) -> ModelDescription {
        let image = folder.appending("visual.onnx")
        let towers = try TowerPair(image: image, text: folder.appending("textual.onnx"))
        guard let size = try towers.image.picture().size else {
            throw .invalidModel(image, "it does not fix the size of its pictures, and there is no configuration")
        }
        guard let dimensions = towers.dimensions else {
            throw .invalidModel(image, "it does not declare the length of its vectors")
        }
        let input = ImageInput(
            size: size, fit: .shortest(max(size.width, size.height)), kernel: .bicubic, mean: ImageInput.clipMean,
            std: ImageInput.clipStd)
        return ModelDescription(
            name: FilePath(bytes: folder.name).display, version: "", summary: "", licence: "", sources: [],
            layout: .rclip, variant: nil, folder: folder, dimensions: dimensions,
            image: try towers.imageSide(input, from: image, "input"),
            text: try towers.textSide(
                tokenizer: folder.appending("tokenizer/bpe_simple_vocab_16e6.txt.gz"), context: 77, padding: .id(0)),
            scoring: .clip, labels: nil, papers: [])
    }
}
