import Conditions
import FetchCurl
import ModelDownloads
package import PhotoCore

extension ModelDownloader {
    public init(_ places: Places) {
        self.init(
            places, circumstances: MachineCircumstances(),
            tokens: { try HubTokens(environment: Places.processVariable) },
            fetcher: { retries in retries.map { CurlFetcher(retries: $0) } ?? CurlFetcher() })
    }

    /// With another way to servers than the network.
    package init(_ places: Places, from hub: any FileFetching & CircumstanceReading) {
        self.init(places, circumstances: hub) { _ in hub }
    }
}
