@_exported public import EvokeLabels
@_exported public import EvokeModelCatalogue
@_exported public import EvokeModelDownloads
@_exported public import EvokePorts
@_exported public import EvokeQuery
@_exported public import EvokeValues

@_exported public import struct EvokeEncoders.GraphFormat
@_exported public import struct EvokeEncoders.GraphPort
@_exported public import struct EvokeEncoders.GraphTensor
@_exported public import struct EvokeEncoders.ModelInterpreter
@_exported public import enum EvokeModels.ElementType
@_exported public import struct EvokeModels.GraphDescription
@_exported public import struct EvokeModels.TFLiteGraph
