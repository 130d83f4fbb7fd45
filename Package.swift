// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The rooms of the house, from the ground up: each builds on those before it.
enum Room: String {
    case c = "C"
    case core = "Core"
    case features = "Features"
    case adapters = "Adapters"
    case library = "Library"
    case interfaces = "Interfaces"
    case programs = "Programs"

    func path(of target: String) -> String { "Sources/\(rawValue)/\(target)" }
}

func outside(_ name: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: Room.c.path(of: name), pkgConfig: pkgConfig)
}

func own(_ name: String, exclude: [String] = [], linking outside: String? = nil) -> Target {
    .target(
        name: name, path: Room.c.path(of: name), exclude: exclude,
        linkerSettings: outside.map { [.linkedLibrary($0)] } ?? [])
}

func library(_ room: Room, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: room.path(of: name), swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: Room.programs.path(of: name), swiftSettings: strict)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
        swiftSettings: strict)
}

let package = Package(
    name: "evoke",
    products: [
        .library(name: "Evoke", targets: ["Evoke", "PhotoCore"]),
        .library(name: "EvokeClient", targets: ["EvokeClient"]),
        .executable(name: "evoke", targets: ["evoke"]),
    ],
    targets: [
        // Outside libraries, and C of our own. Each is known to one target.
        outside("COpenVINO", pkgConfig: "openvino"),
        outside("CVips", pkgConfig: "evoke-vips"),
        outside("CSQLite", pkgConfig: "sqlite3"),
        outside("CSodium", pkgConfig: "libsodium"),
        outside("CZlib", pkgConfig: "zlib"),
        outside("CXXHash", pkgConfig: "libxxhash"),
        outside("CMicrohttpd"),
        outside("CQRencode"),
        outside("CCurl"),
        own("CExiv2", linking: "exiv2"),
        own("CLibRaw", linking: "raw_r"),
        own("CTiff", linking: "tiff"),
        own("CReducedJPEG"),
        own("CResampling"),
        own("CVectorKernels"),
        own("CMapping"),
        own("CMemoryFile"),
        own("CApart"),
        own("CSocketOwner"),
        own("CWebApp", exclude: ["App"]),

        library(.core, "PhotoCore"),
        library(.core, "Workers"),
        library(.core, "DigestXXHash", ["PhotoCore", "Workers", "CXXHash"]),
        library(.core, "CryptoSodium", ["PhotoCore", "CSodium"]),

        // What Evoke does, over the ports.
        library(.features, "Tokenizers", ["CZlib"]),
        library(.features, "Models", ["PhotoCore", "Tokenizers", "CryptoSodium", "Workers", "CMemoryFile"]),
        library(.features, "ModelCatalogue", ["PhotoCore", "Models"]),
        library(.features, "ModelDownloads", ["PhotoCore", "Models", "ModelCatalogue", "Workers"]),
        library(.features, "Indexing", ["PhotoCore", "Workers"]),
        library(.features, "Watching", ["PhotoCore", "Workers"]),
        library(.features, "VectorIndex", ["PhotoCore", "Workers", "CVectorKernels", "CMapping", "DigestXXHash"]),
        library(.features, "Search", ["PhotoCore"]),

        // One for each outside library, and decoding in other processes, whichever adapters do it there.
        library(.adapters, "FetchCurl", ["PhotoCore", "Workers", "CryptoSodium", "CCurl"]),
        library(.adapters, "ImagingVips", ["PhotoCore", "Workers", "CResampling", "CReducedJPEG", "CTiff", "CVips"]),
        library(.adapters, "PreviewsLibRaw", ["PhotoCore", "Workers", "CLibRaw"]),
        library(.adapters, "FactsExiv2", ["PhotoCore", "Workers", "CExiv2"]),
        library(
            .adapters, "InferenceOpenVINO",
            ["PhotoCore", "Models", "Tokenizers", "Workers", "DigestXXHash", "COpenVINO"]),
        library(.adapters, "CatalogSQLite", ["PhotoCore", "Workers", "DigestXXHash", "CSQLite"]),
        library(.adapters, "Conditions", ["PhotoCore", "Workers"]),
        library(.adapters, "DecodingApart", ["PhotoCore", "Workers", "CApart"]),

        // The composition root.
        library(
            .library, "Evoke",
            [
                "PhotoCore", "Workers", "DigestXXHash", "Models", "ModelCatalogue", "ModelDownloads", "Indexing",
                "Watching", "VectorIndex", "Search", "FetchCurl", "ImagingVips", "PreviewsLibRaw", "FactsExiv2",
                "InferenceOpenVINO", "CatalogSQLite", "Conditions", "DecodingApart",
            ]),

        // What a server and those who ask it say to each other; the API under the web app, the socket under that; and the
        // command line.
        library(.interfaces, "WireTypes", ["PhotoCore"]),
        library(.interfaces, "EvokeClient", ["WireTypes", "PhotoCore", "Workers"]),
        library(.interfaces, "WebAPI", ["Evoke", "PhotoCore", "WireTypes", "Workers", "CWebApp"]),
        library(
            .interfaces, "ServeMicrohttpd",
            ["WebAPI", "Evoke", "PhotoCore", "Workers", "CMicrohttpd", "CSocketOwner"]),
        library(.interfaces, "TerminalQR", ["CQRencode"]),
        library(
            .interfaces, "EvokeCLI", ["Evoke", "PhotoCore", "WireTypes", "WebAPI", "ServeMicrohttpd", "TerminalQR"]),

        program("evoke", ["Evoke", "EvokeCLI", "PhotoCore"]),
        program("evoke-bench-search", ["VectorIndex", "PhotoCore"]),
        program(
            "evoke-bench",
            ["Evoke", "PhotoCore", "DigestXXHash", "VectorIndex", "Workers", "NameTrial", "evoke-bench-search"]),

        // Tests, one target for each, and what they share.
        .target(
            name: "TestSupport", dependencies: ["PhotoCore", "Workers", "CryptoSodium"], path: "Tests/TestSupport",
            resources: [.copy("TinyModel"), .copy("Models"), .copy("Graphs"), .copy("Hub"), .copy("Libraries")],
            swiftSettings: strict),
        .target(
            name: "NameTrial", dependencies: ["PhotoCore", "Workers", "Indexing", "CatalogSQLite", "DigestXXHash"],
            path: "Tests/NameTrial", swiftSettings: strict),
        tests(of: "PhotoCore", ["TestSupport"]),
        tests(of: "Workers", ["TestSupport"]),
        tests(of: "Tokenizers", resources: [.copy("Fixtures")]),
        tests(of: "Search", ["PhotoCore", "TestSupport", "Workers"]),
        tests(of: "VectorIndex", ["PhotoCore", "Workers", "CVectorKernels", "CatalogSQLite", "TestSupport"]),
        tests(of: "DigestXXHash", ["PhotoCore", "Workers", "TestSupport"]),
        tests(of: "CatalogSQLite", ["CSQLite", "PhotoCore", "TestSupport"]),
        .target(name: "CForbiddenCalls", path: "Tests/CForbiddenCalls"),
        tests(of: "DecodingApart", ["CApart", "CForbiddenCalls", "PhotoCore", "TestSupport", "Workers"]),
        tests(of: "CryptoSodium", ["PhotoCore", "TestSupport"]),
        tests(of: "Models", ["CryptoSodium", "PhotoCore", "Tokenizers", "TestSupport"]),
        tests(of: "FetchCurl", ["PhotoCore", "CryptoSodium", "Workers", "TestSupport"]),
        tests(of: "ModelCatalogue", ["PhotoCore", "Models", "TestSupport"]),
        tests(of: "ModelDownloads", ["PhotoCore", "Models", "ModelCatalogue", "Workers", "TestSupport"]),
        tests(of: "InferenceOpenVINO", ["PhotoCore", "Models", "Workers", "TestSupport"]),
        tests(
            of: "Evoke",
            ["CatalogSQLite", "CSQLite", "ModelDownloads", "PhotoCore", "Search", "TestSupport", "Workers"]),
        tests(of: "Indexing", ["PhotoCore", "Workers", "NameTrial", "TestSupport"]),
        tests(of: "Watching", ["PhotoCore", "Workers", "TestSupport"]),
        tests(of: "Conditions", ["PhotoCore", "TestSupport"]),
        tests(of: "WebAPI", ["Evoke", "PhotoCore", "WireTypes", "Workers", "TestSupport"]),
        tests(of: "EvokeClient", ["PhotoCore", "Workers", "TestSupport"]),
        tests(of: "ServeMicrohttpd", ["Evoke", "PhotoCore", "WebAPI", "Workers", "TestSupport"]),
        tests(of: "TerminalQR"),
        tests(of: "EvokeCLI", ["Evoke", "PhotoCore", "TestSupport", "WebAPI", "Workers"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Evoke", "PhotoCore", "Workers", "CatalogSQLite", "CSQLite", "DecodingApart", "EvokeClient",
                "FactsExiv2", "ImagingVips", "PreviewsLibRaw", "WireTypes", "TestSupport",
            ],
            swiftSettings: strict),
        tests(
            of: "PreviewsLibRaw", ["PhotoCore", "Workers", "ImagingVips", "TestSupport"],
            resources: [.copy("Fixtures")]),
        tests(
            of: "FactsExiv2", ["PhotoCore", "Workers", "ImagingVips", "TestSupport"], resources: [.copy("Fixtures")]),
        tests(of: "ImagingVips", ["PhotoCore", "Workers", "CResampling", "TestSupport"], resources: [.copy("Fixtures")]),
    ],
    cxxLanguageStandard: .cxx17
)
