@_exported public import EvokeAnalysis
@_exported public import EvokeModels
@_exported public import EvokeQuery
@_exported public import EvokeValues
