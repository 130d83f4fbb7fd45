import EvokeValues
import FetchCurl

/// What asks servers.
enum Network {
    /// - Parameter retries: how many tries may fail one after the other; nil for as many as usual.
    static func fetcher(retries: Int?) -> any FileFetching {
        retries.map { CurlFetcher(retries: $0) } ?? CurlFetcher()
    }

    static func caller(of server: RemoteServer) throws(EvokeError) -> any RemoteCalling {
        try CurlCaller(server)
    }
}
