import EvokeCOpenVINO
import EvokeModels

extension ElementType {
    var openVINO: ov_element_type_e {
        switch self {
        case .float32: F32
        case .float16: F16
        case .int32: I32
        case .int64: I64
        case .int16: I16
        case .uint8: U8
        case .int8: I8
        }
    }

    init?(_ type: ov_element_type_e) {
        guard let known = Self.allCases.first(where: { $0.openVINO == type }) else { return nil }
        self = known
    }
}
