@_exported public import EvokeWire
