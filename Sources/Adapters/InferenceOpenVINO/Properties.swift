import EvokeModels

/// What OpenVINO is told, name by name.
typealias Properties = [(String, String)]

extension GraphSettings {
    var properties: Properties {
        let tuning =
            switch pace {
            case .soonest, .exactly: [("PERFORMANCE_HINT", "LATENCY"), ("NUM_STREAMS", "1")]
            case .streams(let count):
                [
                    ("PERFORMANCE_HINT", "THROUGHPUT"), ("NUM_STREAMS", "\(count)"),
                    ("INFERENCE_NUM_THREADS", "\(count)"),
                ]
            }
        // What is not rounded in the graph is not rounded by OpenVINO, on top of that, as it would do by itself.
        let precision = [
            ("INFERENCE_PRECISION_HINT", isHalf ? "bf16" : "f32"), ("DYNAMIC_QUANTIZATION_GROUP_SIZE", "0"),
        ]
        // Of a quantised graph it puts steps together, in ways that round otherwise than the graph says.
        return tuning + precision + (pace == .exactly ? [("LP_TRANSFORMS_MODE", "NO")] : [])
    }
}
