import EvokeModels
import InferenceOpenVINO

/// What runs graphs here; named in this place alone.
enum GraphRuntimes {
    static let own: any GraphRuntime = OpenVINORuntime()
}
