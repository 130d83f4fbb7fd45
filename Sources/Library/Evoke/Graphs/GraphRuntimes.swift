import EvokeModels
import InferenceOpenVINO

/// The runtime for graphs. This is the only place that names it.
enum GraphRuntimes {
    static let own: any GraphRuntime = OpenVINORuntime()
}
