// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
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
        // C libraries. Each is imported by exactly one target.
        .systemLibrary(name: "COpenVINO", pkgConfig: "openvino"),
        .systemLibrary(name: "CVips", pkgConfig: "evoke-vips"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash"),
        .systemLibrary(name: "CMicrohttpd"),
        .systemLibrary(name: "CQRencode"),
        .systemLibrary(name: "CCurl"),
        .target(name: "CApart"),
        .target(name: "CKernels"),
        .target(name: "CMapping"),
        .target(name: "CMemoryFile"),
        .target(name: "CSocketOwner"),
        .target(name: "CReducedJPEG"),
        .target(name: "CTiff", linkerSettings: [.linkedLibrary("tiff")]),
        .target(name: "CExiv2", linkerSettings: [.linkedLibrary("exiv2")]),
        .target(name: "CLibRaw", linkerSettings: [.linkedLibrary("raw_r")]),

        // Values and ports, and what is independent of them.
        library("PhotoCore"),
        library("Workers"),

        // One adapter for each outside library.
        library("Tokenizers", ["CZlib"]),
        library("CryptoSodium", ["PhotoCore", "CSodium"]),
        library("Models", ["PhotoCore", "Tokenizers", "CryptoSodium", "Workers", "CMemoryFile"]),
        library("FetchCurl", ["PhotoCore", "Workers", "CryptoSodium", "CCurl"]),
        library("ImagingVips", ["PhotoCore", "Workers", "CKernels", "CReducedJPEG", "CTiff", "CVips"]),
        library("PreviewsLibRaw", ["PhotoCore", "Workers", "CLibRaw"]),
        library("FactsExiv2", ["PhotoCore", "Workers", "CExiv2"]),
        library(
            "InferenceOpenVINO", ["PhotoCore", "Models", "Tokenizers", "Workers", "DigestXXHash", "COpenVINO"]),
        library("DigestXXHash", ["PhotoCore", "Workers", "CXXHash"]),
        library("CatalogSQLite", ["PhotoCore", "Workers", "DigestXXHash", "CSQLite"]),

        // Decoding in other processes, whichever adapters do it there.
        library("DecodingApart", ["PhotoCore", "Workers", "CApart"]),

        // What Evoke does, over the ports.
        library("Indexing", ["PhotoCore", "Workers"]),
        library("Search", ["PhotoCore"]),
        library("VectorIndex", ["PhotoCore", "Workers", "CKernels", "CMapping", "DigestXXHash"]),
        library("Watching", ["PhotoCore", "Workers"]),
        library("ModelCatalogue", ["PhotoCore", "Models"]),
        library("ModelDownloads", ["PhotoCore", "Models", "ModelCatalogue", "Workers"]),
        library("Conditions", ["PhotoCore", "Workers"]),

        // The composition root, and the command.
        library(
            "Evoke",
            [
                "PhotoCore", "Workers", "Models", "ImagingVips", "PreviewsLibRaw", "FactsExiv2", "DecodingApart",
                "InferenceOpenVINO", "CatalogSQLite", "Conditions", "DigestXXHash", "FetchCurl", "Indexing", "Search",
                "VectorIndex", "Watching",
                "ModelCatalogue", "ModelDownloads",
            ]),

        // What a server and those who ask it say to each other, and who asks it from Swift.
        library("WireTypes", ["PhotoCore"]),
        library("EvokeClient", ["WireTypes", "PhotoCore", "Workers"]),

        // The web app, the API under it, and the socket under that.
        .target(name: "CWebApp", exclude: ["App"]),
        library("WebAPI", ["Evoke", "PhotoCore", "WireTypes", "Workers", "CWebApp"]),
        library("ServeMicrohttpd", ["WebAPI", "Evoke", "PhotoCore", "Workers", "CMicrohttpd", "CSocketOwner"]),
        library("TerminalQR", ["CQRencode"]),

        library("EvokeCLI", ["Evoke", "PhotoCore", "WireTypes", "WebAPI", "ServeMicrohttpd", "TerminalQR"]),
        .executableTarget(name: "evoke", dependencies: ["Evoke", "EvokeCLI", "PhotoCore"], swiftSettings: strict),
        .executableTarget(
            name: "evoke-bench",
            dependencies: [
                "Evoke", "PhotoCore", "DigestXXHash", "VectorIndex", "Workers", "NameTrial", "evoke-bench-search",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "evoke-bench-search", dependencies: ["VectorIndex", "PhotoCore"], swiftSettings: strict),

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
        tests(of: "VectorIndex", ["PhotoCore", "Workers", "CKernels", "CatalogSQLite", "TestSupport"]),
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
        tests(of: "ImagingVips", ["PhotoCore", "Workers", "CKernels", "TestSupport"], resources: [.copy("Fixtures")]),
    ],
    cxxLanguageStandard: .cxx17
)
