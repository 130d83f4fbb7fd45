package import Evoke
package import EvokeClient
import EvokeValues

extension GraphPortAnswer {
    package init(_ port: GraphPort) {
        self.init(
            name: port.name, type: port.type?.rawValue, shape: port.shape, scale: port.quantization?.scale,
            zeroPoint: port.quantization?.zeroPoint)
    }

    init(_ port: GraphDescription.Port) {
        self.init(name: port.name, type: port.type.rawValue, shape: port.shape)
    }
}

extension ClassesAnswer {
    package init(_ scores: some Sequence<ImageGraph.Score>, graph: FilePath, photo: FilePath) {
        self.init(
            graph: graph, input: photo,
            results: scores.map { .init(label: $0.label, index: $0.index, probability: $0.probability) })
    }
}
