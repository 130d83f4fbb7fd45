@_exported public import EvokeFetching
@_exported public import EvokeLabels
@_exported public import EvokeModelCatalogue
@_exported public import EvokeModelDownloads
@_exported public import EvokePorts
@_exported public import EvokeValues

@_exported public import enum EvokeModels.ElementType
@_exported public import struct EvokeModels.GraphDescription
@_exported public import struct EvokeModels.TFLiteGraph
@_exported public import struct InferenceOpenVINO.GraphFormat
@_exported public import struct InferenceOpenVINO.GraphPort
@_exported public import struct InferenceOpenVINO.GraphTensor
@_exported public import struct InferenceOpenVINO.ModelInterpreter

/// Evoke's own version.
public let evokeVersion = "0.1.0"
