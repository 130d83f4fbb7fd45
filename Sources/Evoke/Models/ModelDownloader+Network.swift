package import PhotoCore

extension ModelDownloader {
    public init(_ places: Places) {
        fatalError()
    }

    /// With another way to servers than the network.
    package init(_ places: Places, from hub: any FileFetching & CircumstanceReading) {
        self.init(places, circumstances: hub) { _ in hub }
    }
}
