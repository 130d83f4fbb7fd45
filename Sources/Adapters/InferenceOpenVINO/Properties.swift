import EvokeModels

/// OpenVINO's properties, by name.
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
        // Keeps OpenVINO from rounding more than the graph itself does, as it would by default.
        let precision = [
            ("INFERENCE_PRECISION_HINT", isHalf ? "bf16" : "f32"), ("DYNAMIC_QUANTIZATION_GROUP_SIZE", "0"),
        ]
        // In quantized graphs, OpenVINO would fuse steps in ways that round differently than the graph.
        return tuning + precision + (pace == .exactly ? [("LP_TRANSFORMS_MODE", "NO")] : [])
    }
}
