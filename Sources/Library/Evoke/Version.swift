@_exported public import ModelCatalogue
@_exported public import ModelDownloads
@_exported public import PhotoCore
@_exported public import Search

@_exported public import struct InferenceOpenVINO.GraphFormat
@_exported public import struct InferenceOpenVINO.GraphPort
@_exported public import struct InferenceOpenVINO.GraphTensor
@_exported public import struct InferenceOpenVINO.ModelInterpreter
@_exported public import enum Models.ElementType
@_exported public import struct Models.GraphDescription
@_exported public import struct Models.TFLiteGraph

/// Evoke's own version.
public let evokeVersion = "0.1.0"
