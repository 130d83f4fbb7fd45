@_exported public import EvokeClient
