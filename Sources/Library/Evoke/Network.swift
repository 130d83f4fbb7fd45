import EvokeValues
import FetchCurl

enum Network {
    /// - Parameter retries: how many attempts may fail in a row; nil for the default.
    static func fetcher(retries: Int?) -> any FileFetching {
        retries.map { CurlFetcher(retries: $0) } ?? CurlFetcher()
    }

    static func caller(of server: RemoteServer) throws(EvokeError) -> any RemoteCalling {
        try CurlCaller(server)
    }
}
