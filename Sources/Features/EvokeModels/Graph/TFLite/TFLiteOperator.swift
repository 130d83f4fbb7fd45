import EvokeValues

/// One kind of operator that a graph uses, with checks for each use.
struct TFLiteOperator {
    private let kind: String
    private let inputs: ClosedRange<Int>

    /// Reads an entry of the graph's own list of operators.
    init(_ code: FlatBuffer.Table) throws(FlatBuffer.Damage) {
        // The older field is a byte, too small for newer operators.
        let older = Int(try code.scalar(0, default: Int8(0)))
        let number = older == 127 ? Int(try code.scalar(3, default: Int32(0))) : older
        guard Self.names.indices.contains(number) else { throw FlatBuffer.Damage(reason: "an operator has no kind") }
        let name = String(Self.names[number])
        if name == "CUSTOM" {
            let own = DiskPath(bytes: try code.text(1) ?? []).display
            throw FlatBuffer.Damage(reason: "the operator '\(own)' is custom and not supported")
        }
        guard let inputs = Self.inputs[name] else {
            throw FlatBuffer.Damage(reason: "the operator \(name) is not supported")
        }
        kind = name
        self.inputs = inputs
    }

    func check(
        _ node: FlatBuffer.Table, inputs: [TFLiteTensor], outputs: [TFLiteTensor]
    ) throws(FlatBuffer.Damage) {
        guard self.inputs.contains(inputs.count) else {
            throw FlatBuffer.Damage(reason: "the operator \(kind) takes \(inputs.count) tensors")
        }
        // No converter writes these for built-in operators, and OpenVINO would follow them.
        guard try !node.has(5), try !node.has(12) else {
            throw FlatBuffer.Damage(reason: "the operator \(kind) has settings of another operator")
        }
        let options = try node.table(4)
        let form = try node.scalar(3, default: UInt8(0))
        guard (options == nil) == (form == 0) else {
            throw FlatBuffer.Damage(reason: "the operator \(kind) has settings without a type")
        }
        try options?.checkNumbers()
        if let options { try Self.checkLists(options, form: form) }
        if kind == "SQUEEZE", try options?.vector(0, of: Int32.self) == nil {
            throw FlatBuffer.Damage(reason: "the operator SQUEEZE does not say which dimensions it removes")
        }
        if let field = Self.activations[kind], try options?.scalar(field, default: Int8(0)) ?? 0 > Self.lastActivation {
            throw FlatBuffer.Damage(reason: "the operator \(kind) has an activation that LiteRT does not support")
        }
        if kind == "RESIZE_NEAREST_NEIGHBOR", try options?.scalar(1, default: UInt8(0)) ?? 0 != 0,
            zip(inputs[0].shape, outputs.first?.shape ?? []).contains(where: { Self.liesBetween($0, $1) })
        {
            throw FlatBuffer.Damage(
                reason: "the operator \(kind) samples halfway between two pixels, where OpenVINO picks the other one")
        }
        let expected: Int
        switch kind {
        case "SPLIT", "UNPACK": expected = Int(try options?.scalar(0, default: Int32(0)) ?? 0)
        case "SPLIT_V": expected = inputs[1].shape.first ?? 1
        case "TOPK_V2", "UNIQUE": expected = 2
        default: expected = 1
        }
        guard outputs.count == expected else {
            throw FlatBuffer.Damage(reason: "the operator \(kind) returns \(outputs.count) tensors")
        }
    }

    /// Checks the few settings that are lists, by the number of their type.
    private static func checkLists(_ options: FlatBuffer.Table, form: UInt8) throws(FlatBuffer.Damage) {
        switch form {
        case 8: _ = try options.vector(5, of: UInt8.self)
        case 17, 30: _ = try options.vector(0, of: Int32.self)
        default: break
        }
    }

    /// The index of the setting that holds the fused activation.
    private static let activations = [
        "ADD": 0, "AVERAGE_POOL_2D": 5, "CONCATENATION": 1, "CONV_2D": 3, "DEPTHWISE_CONV_2D": 4, "DIV": 0,
        "FULLY_CONNECTED": 0, "L2_NORMALIZATION": 0, "MAX_POOL_2D": 5, "MUL": 0, "SUB": 0, "TRANSPOSE_CONV": 3,
    ]
    /// RELU6; TANH and SIGN_BIT follow it.
    private static let lastActivation: Int8 = 3

    /// Whether, when resizing, the center of some output pixel falls halfway between two input pixels.
    private static func liesBetween(_ size: Int, _ made: Int) -> Bool {
        guard size > 0, made > 0 else { return false }
        var (larger, smaller) = (2 * made, size)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return 2 * made / larger % 2 == 1
    }

    /// How many tensors each operator takes; only those that OpenVINO supports.
    private static let inputs: [String: ClosedRange<Int>] = {
        var inputs: [String: ClosedRange<Int>] = [
            "ADD_N": 1...256, "BATCH_TO_SPACE_ND": 3...3, "CONCATENATION": 1...4_096, "CONV_2D": 2...3,
            "DEPTHWISE_CONV_2D": 2...3, "FULLY_CONNECTED": 2...3, "ONE_HOT": 4...4, "PACK": 1...4_096, "PADV2": 3...3,
            "RANGE": 3...3, "RESHAPE": 1...2, "SCATTER_ND": 3...3, "SELECT": 3...3, "SELECT_V2": 3...3, "SLICE": 3...3,
            "SPACE_TO_BATCH_ND": 3...3, "SPLIT_V": 3...3, "STRIDED_SLICE": 4...4, "TRANSPOSE_CONV": 3...4,
        ]
        let one = """
            ABS AVERAGE_POOL_2D CAST CEIL COMPLEX_ABS COS DENSIFY DEPTH_TO_SPACE DEQUANTIZE ELU EXP FLOOR GELU HARD_SWISH
            L2_NORMALIZATION LEAKY_RELU LOG LOG_SOFTMAX LOGICAL_NOT LOGISTIC MATRIX_DIAG MAX_POOL_2D NEG QUANTIZE RANK RELU
            RELU6 ROUND RSQRT SHAPE SIGN SIN SOFTMAX SPACE_TO_DEPTH SQRT SQUARE SQUEEZE TANH UNIQUE UNPACK WHERE ZEROS_LIKE
            """
        let two = """
            ADD ARG_MAX ARG_MIN BATCH_MATMUL BROADCAST_ARGS BROADCAST_TO CUMSUM DIV EQUAL EXPAND_DIMS FILL FLOOR_DIV FLOOR_MOD
            GATHER GATHER_ND GREATER GREATER_EQUAL LESS LESS_EQUAL LOGICAL_AND LOGICAL_OR MAXIMUM MEAN MINIMUM MIRROR_PAD MUL
            NOT_EQUAL PAD POW PRELU REDUCE_ALL REDUCE_ANY REDUCE_MAX REDUCE_MIN REDUCE_PROD RESIZE_BILINEAR
            RESIZE_NEAREST_NEIGHBOR REVERSE_SEQUENCE REVERSE_V2 RFFT2D SEGMENT_SUM SPLIT SQUARED_DIFFERENCE SUB SUM TILE
            TOPK_V2 TRANSPOSE
            """
        for name in one.split(whereSeparator: \.isWhitespace) { inputs[String(name)] = 1...1 }
        for name in two.split(whereSeparator: \.isWhitespace) { inputs[String(name)] = 2...2 }
        return inputs
    }()

    /// By their numbers in the format.
    private static let names = """
        ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP FLOOR
        FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC
        LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX
        SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD
        UNIDIRECTIONAL_SEQUENCE_RNN GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE
        UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX DELEGATE
        BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER GREATER_EQUAL
        LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL LOG SUM SQRT
        RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT
        UNPACK REDUCE_MIN FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR
        LEAKY_RELU SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE RANK
        ELU REVERSE_SEQUENCE MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE NON_MAX_SUPPRESSION_V4
        NON_MAX_SUPPRESSION_V5 SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL
        PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO RFFT2D CONV_3D IMAG REAL COMPLEX_ABS
        HASHTABLE HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL CONV_3D_TRANSPOSE VAR_HANDLE
        READ_VARIABLE ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL BUCKETIZE RANDOM_UNIFORM MULTINOMIAL
        GELU DYNAMIC_UPDATE_SLICE RELU_0_TO_1 UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_SUM ATAN2
        UNSORTED_SEGMENT_MIN SIGN BITCAST BITWISE_XOR RIGHT_SHIFT STABLEHLO_LOGISTIC STABLEHLO_ADD STABLEHLO_DIVIDE
        STABLEHLO_MULTIPLY STABLEHLO_MAXIMUM STABLEHLO_RESHAPE STABLEHLO_CLAMP STABLEHLO_CONCATENATE
        STABLEHLO_BROADCAST_IN_DIM STABLEHLO_CONVOLUTION STABLEHLO_SLICE STABLEHLO_CUSTOM_CALL STABLEHLO_REDUCE
        STABLEHLO_ABS STABLEHLO_AND STABLEHLO_COSINE STABLEHLO_EXPONENTIAL STABLEHLO_FLOOR STABLEHLO_LOG
        STABLEHLO_MINIMUM STABLEHLO_NEGATE STABLEHLO_OR STABLEHLO_POWER STABLEHLO_REMAINDER STABLEHLO_RSQRT
        STABLEHLO_SELECT STABLEHLO_SUBTRACT STABLEHLO_TANH STABLEHLO_SCATTER STABLEHLO_COMPARE STABLEHLO_CONVERT
        STABLEHLO_DYNAMIC_SLICE STABLEHLO_DYNAMIC_UPDATE_SLICE STABLEHLO_PAD STABLEHLO_IOTA STABLEHLO_DOT_GENERAL
        STABLEHLO_REDUCE_WINDOW STABLEHLO_SORT STABLEHLO_WHILE STABLEHLO_GATHER STABLEHLO_TRANSPOSE DILATE
        STABLEHLO_RNG_BIT_GENERATOR REDUCE_WINDOW STABLEHLO_COMPOSITE STABLEHLO_SHIFT_LEFT STABLEHLO_CBRT
        STABLEHLO_CASE
        """.split(whereSeparator: \.isWhitespace)
}
