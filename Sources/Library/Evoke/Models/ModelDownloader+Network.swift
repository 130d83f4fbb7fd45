import EvokeModels
import EvokeSystem
public import EvokeValues
import SystemLinux

extension ModelDownloader {
    /// - Parameter program: the `evoke` that continues downloads in the background; nil if this process does so.
    public init(_ places: LibraryConfiguration, program: FilePath? = Self.installedProgram) {
        self.init(
            places, program: program, circumstances: MachineCircumstances(),
            tokens: { try HubTokens(environment: LibraryConfiguration.processVariable) },
            fetcher: Network.fetcher)
    }

    /// The `evoke` that a shell would start.
    public static var installedProgram: FilePath? { DetachedProgram.find("evoke") }

    /// With something else in place of the network.
    package init(_ places: LibraryConfiguration, from hub: any FileFetching & CircumstanceReading) {
        let pace = ModelPull.Pace(requests: .milliseconds(10), conditions: .milliseconds(50))
        self.init(places, pace: pace, circumstances: hub) { _ in hub }
    }
}
