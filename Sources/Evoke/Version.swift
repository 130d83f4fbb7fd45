@_exported public import ModelCatalogue
@_exported public import ModelDownloads
@_exported public import PhotoCore
@_exported public import Search

/// Evoke's own version.
public let evokeVersion = "0.1.0"
