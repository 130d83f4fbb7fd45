import Evoke
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct LibraryConfigurationTests {
    @Test func theUserIsAskedBeforeTheEnvironmentAndThatBeforeTheStandard() throws {
        var environment = ["HOME": "/home/ann"]
        var found = [try configuration(environment).library.display]
        for (name, value) in [("XDG_DATA_HOME", "/data"), ("EVOKE_LIBRARY", "/photos/library")] {
            environment[name] = value
            found.append(try configuration(environment).library.display)
        }
        found.append(try configuration(environment, library: DiskPath("/mine")).library.display)
        #expect(found == ["/home/ann/.local/share/evoke", "/data/evoke", "/photos/library", "/mine"])
    }

    @Test func modelsAreLookedForFromNearToFar() throws {
        let models = try configuration(["HOME": "/home/ann"], library: DiskPath("/mine")).models.map(\.display)
        #expect(models.prefix(2) == ["/mine/models", "/home/ann/.local/share/evoke/models"])
        #expect(models.suffix(2) == ["/usr/local/share/evoke/models", "/usr/share/evoke/models"])
        #expect(try configuration(["HOME": "/h", "EVOKE_MODELS": "/m"]).models == [DiskPath("/m")])
        let shared = try configuration(["HOME": "/h", "XDG_DATA_DIRS": "/a:/b"]).models.map(\.display)
        #expect(shared.suffix(2) == ["/a/evoke/models", "/b/evoke/models"])
    }

    @Test(
        arguments: [
            (["HOME": "/h"], "/h/.cache/evoke", "/h/.config/evoke/model-key"),
            (["HOME": "/h", "XDG_CACHE_HOME": "/c"], "/c/evoke", "/h/.config/evoke/model-key"),
            (["HOME": "/h", "XDG_CACHE_HOME": "relative"], "/h/.cache/evoke", "/h/.config/evoke/model-key"),
            (["HOME": "/h", "XDG_CONFIG_HOME": "/s"], "/h/.cache/evoke", "/s/evoke/model-key"),
            (["XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"], "/c/evoke", nil),
        ] as [([String: String], String, String?)])
    func cachesAndTheKeyGoWhereSuchThingsGo(environment: [String: String], cache: String, key: String?) throws {
        let found = try configuration(environment)
        #expect(found.cache.display == cache && found.modelKey?.display == key)
    }

    @Test func withoutAHomeItSaysWhatToSet() {
        let error = #expect(throws: EvokeError.self) { try configuration([:]) }
        #expect(error?.reason.contains("HOME") == true)
    }

    /// As services run.
    @Test func withoutAHomeALibraryThatIsNamedIsEnough() throws {
        for configuration in [
            try configuration([:], library: DiskPath("/mine")), try configuration(["EVOKE_LIBRARY": "/mine"]),
        ] {
            #expect(configuration.library == DiskPath("/mine") && configuration.cache == DiskPath("/mine/cache"))
            #expect(configuration.models.first == DiskPath("/mine/models") && configuration.modelKey == nil)
        }
        let cached = try configuration(["XDG_CACHE_HOME": "/c"], library: DiskPath("/mine"))
        #expect(cached.cache == DiskPath("/c/evoke"))
    }

    /// What is made of it on this machine lies in the cache, in a folder of its own for each.
    @Test func aLibraryInADatabaseHasAFolderInTheCache() throws {
        let (one, other) = ("postgres://host/photos?library=a", "postgresql://host/photos?library=b")
        let home = ["HOME": "/h", "EVOKE_LIBRARY": one]
        let named = try configuration(home)
        #expect(named.address == DiskPath(one) && named.library.parent == DiskPath("/h/.cache/evoke/libraries"))
        let own = LibraryConfiguration(library: DiskPath(one), models: [], cache: DiskPath("/h/.cache/evoke"))
        let same = [try configuration(["HOME": "/h"], library: DiskPath(one)), own]
        #expect(same.allSatisfy { $0.library == named.library && $0.address == named.address })
        #expect(try configuration(home, library: DiskPath(other)).library != named.library)
        // Models are not this library's alone.
        #expect(named.models.first == DiskPath("/h/.local/share/evoke/models"))
        #expect(try configuration(["HOME": "/h"], library: DiskPath("/mine")).address == DiskPath("/mine"))
        #expect(throws: EvokeError.self) { try configuration([:], library: DiskPath(one)) }
    }

    @Test func vectorsAreSearchedHereUnlessSomebodySaysOtherwise() throws {
        let home = ["HOME": "/h"]
        #expect(try configuration(home).vectors == .replica)
        let named = home.merging(["EVOKE_VECTORS": "database"]) { $1 }
        #expect(try configuration(named).vectors == .database)
        #expect(
            try LibraryConfiguration(vectors: .replica, environment: { named[$0].map { DiskPath($0) } }).vectors
                == .replica)
        let error = #expect(throws: EvokeError.self) { try configuration(home.merging(["EVOKE_VECTORS": "x"]) { $1 }) }
        let choices = ["replica", "database", "milvus://HOST:PORT"]
        #expect(error?.remedies == choices.map { .chooseOption(.vectors, $0) })
        let milvus = try LibraryConfiguration(vectors: VectorPlace(named: "milvus://vectors.example:19530/photos"))
        #expect(milvus.vectors == .milvus("milvus://vectors.example:19530/photos"))
        let secret = #expect(throws: EvokeError.self) { try VectorPlace(named: "milvus://root:Milvus@vectors.example") }
        #expect(secret.map { !"\($0)".contains("Milvus@") } == true)
    }

    @Test func theTableOfPlacesIsWhereItWasPut() throws {
        let folder = TemporaryFolder()
        try folder.write("data/evoke/places/places.table", "".utf8)
        try folder.write("own/places.table", "".utf8)
        let data = ["HOME": "/nowhere", "XDG_DATA_HOME": folder.path.appending("data").display]
        #expect(try configuration(data).worldPlaces == folder.path.appending("data/evoke/places/places.table"))
        #expect(try configuration(data.merging(["EVOKE_MODELS": "/m"]) { $1 }).worldPlaces != nil)
        let own = folder.path.appending("own")
        #expect(
            try configuration(data.merging(["EVOKE_PLACES": own.display]) { $1 }).worldPlaces
                == own.appending("places.table"))
        #expect(try configuration(["HOME": "/nowhere", "EVOKE_PLACES": "/nowhere"]).worldPlaces == nil)
        // The outlines lie beside it.
        #expect(try configuration(data).outlines == nil)
        try folder.write("data/evoke/places/world.outlines", "".utf8)
        #expect(try configuration(data).outlines == folder.path.appending("data/evoke/places/world.outlines"))
    }

    private func configuration(_ environment: [String: String], library: DiskPath? = nil) throws -> LibraryConfiguration
    {
        try LibraryConfiguration(library: library) { environment[$0].map { DiskPath($0) } }
    }
}
