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
        .library(name: "Evoke", targets: ["Evoke"]),
        .library(name: "EvokeClient", targets: ["EvokeClient"]),
        .executable(name: "evoke", targets: ["EvokeProgram"]),
        .executable(name: "evoke-bench", targets: ["EvokeBench"]),
        .executable(name: "evoke-bench-search", targets: ["EvokeBenchSearch"]),
    ],
    targets: [
        // Outside libraries, and C of our own. Each is known to one target of Sources/.
        outside("EvokeCOpenVINO", pkgConfig: "openvino"),
        outside("EvokeCVips", pkgConfig: "evoke-vips"),
        outside("EvokeCSQLite", pkgConfig: "sqlite3"),
        outside("EvokeCPQ"),
        outside("EvokeCSodium", pkgConfig: "libsodium"),
        outside("EvokeCCrypto", pkgConfig: "libcrypto"),
        outside("EvokeCZlib", pkgConfig: "zlib"),
        outside("EvokeCXXHash", pkgConfig: "libxxhash"),
        outside("EvokeCMicrohttpd"),
        outside("EvokeCQRencode"),
        outside("EvokeCCurl"),
        outside("EvokeCTesseract"),
        own("EvokeCExiv2", linking: "exiv2"),
        own("EvokeCLibRaw", linking: "raw_r"),
        own("EvokeCFFmpeg"),
        own("EvokeCTiff"),
        own("EvokeCLate"),
        own("EvokeCReducedJPEG"),
        own("EvokeCResampling"),
        own("EvokeCVectorKernels"),
        own("EvokeCMapping"),
        own("EvokeCMemoryFile"),
        own("EvokeCFreedMemory"),
        own("EvokeCRename"),
        own("EvokeCApart"),
        own("EvokeCSocketOwner"),
        own("EvokeCWebApp", exclude: ["App", "Bundle"]),

        // Values, the ports that others fill, the system below, and work on threads.
        library(.core, "EvokeValues"),
        library(.core, "EvokePorts", ["EvokeValues"]),
        library(.core, "EvokeSystem", ["EvokeValues", "EvokeCFreedMemory", "EvokeCLate", "EvokeCRename"]),
        library(.core, "EvokeWorkers", ["EvokeSystem"]),
        library(.core, "EvokePhotoColumns", ["EvokeValues", "EvokeSystem", "EvokeWorkers"]),
        library(.core, "EvokeFetching", ["EvokeValues"]),
        library(.core, "DigestXXHash", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCXXHash"]),
        library(.core, "DigestOpenSSL", ["EvokeValues", "EvokeSystem", "EvokeCCrypto"]),
        library(.core, "CryptoSodium", ["EvokeValues", "EvokeSystem", "EvokeCSodium"]),
        library(.core, "InflateZlib", ["EvokeCZlib"]),

        // What Evoke does, over the ports.
        library(.features, "EvokeTokenizers", ["EvokeValues", "EvokeSystem", "DigestXXHash", "InflateZlib"]),
        library(
            .features, "EvokeModels",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "DigestXXHash", "CryptoSodium",
                "EvokeTokenizers", "EvokeCMemoryFile",
            ]),
        library(.features, "EvokeModelCatalogue", ["EvokeValues", "EvokeSystem", "EvokeFetching", "EvokeModels"]),
        library(
            .features, "EvokeEncoders",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "DigestXXHash", "EvokeTokenizers",
                "EvokeModels",
            ]),
        library(
            .features, "EvokeModelDownloads",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "EvokeModels", "EvokeModelCatalogue"]),
        library(
            .features, "EvokeReading",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeModels", "EvokeEncoders"]),
        library(
            .features, "EvokeFaces",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeModels", "EvokeEncoders"]),
        library(.features, "EvokeIndexing", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers"]),
        library(.features, "EvokeCopying", ["EvokeValues", "EvokePorts"]),
        library(
            .features, "EvokeTidying",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "DigestXXHash", "EvokeIndexing"]),
        library(.features, "EvokeCopies", ["EvokeValues"]),
        library(.features, "EvokeZip", ["EvokeValues"]),
        library(.features, "EvokeImmich", ["EvokeValues", "EvokeSystem", "InflateZlib", "DigestOpenSSL"]),
        library(.features, "EvokeWatching", ["EvokeValues", "EvokeSystem", "EvokeWorkers"]),
        library(
            .features, "EvokeVectorIndex",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "DigestXXHash", "EvokeCMapping",
                "EvokeCVectorKernels",
            ]),
        library(.features, "EvokeQuery", ["EvokeValues"]),
        library(.features, "EvokePlaces", ["EvokeValues", "EvokeSystem"]),
        library(.features, "EvokeLabels", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers"]),

        // One for each outside library, and decoding in other processes, whichever adapters do it there.
        library(
            .adapters, "FetchCurl",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "CryptoSodium", "EvokeCCurl"]),
        library(
            .adapters, "ImagingVips",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCReducedJPEG", "EvokeCResampling",
                "EvokeCTiff",
                "EvokeCVips",
            ]),
        library(
            .adapters, "PreviewsLibRaw", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCLibRaw"]),
        library(
            .adapters, "FilmsFFmpeg", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCFFmpeg"]),
        library(.adapters, "FactsExiv2", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCExiv2"]),
        library(
            .adapters, "InferenceOpenVINO",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "DigestXXHash", "EvokeModels", "EvokeEncoders",
                "EvokeCOpenVINO",
            ]),
        library(
            .adapters, "ReadingTesseract",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCTesseract"]),
        library(
            .adapters, "CatalogSQLite",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokePhotoColumns", "DigestXXHash",
                "EvokeCSQLite",
            ]),
        library(
            .adapters, "CatalogPostgres",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokePhotoColumns", "EvokeCPQ"]),
        library(.adapters, "VectorsMilvus", ["EvokeValues", "EvokePorts", "EvokeWorkers", "EvokeFetching"]),
        library(.adapters, "ConditionsLinux", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeFetching"]),
        library(.adapters, "WatchingInotify", ["EvokeValues", "EvokeSystem", "EvokeWatching"]),
        library(
            .adapters, "DecodingApart", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCApart"]),

        // The composition root.
        library(
            .library, "Evoke",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "DigestXXHash",
                "EvokeModels", "EvokeEncoders", "EvokeModelCatalogue", "EvokeModelDownloads", "EvokeReading",
                "EvokeFaces",
                "EvokeIndexing", "EvokeCopying", "EvokeCopies", "EvokeTidying", "EvokeWatching", "EvokeVectorIndex",
                "EvokePlaces", "EvokeLabels", "EvokeQuery", "EvokeZip", "EvokeImmich", "DigestOpenSSL",
                "FetchCurl", "ImagingVips", "PreviewsLibRaw", "FilmsFFmpeg", "FactsExiv2",
                "InferenceOpenVINO", "ReadingTesseract", "CatalogSQLite", "CatalogPostgres", "VectorsMilvus",
                "ConditionsLinux", "WatchingInotify", "DecodingApart",
            ]),

        // What a server and those who ask it say to each other; the API under the web app, the socket under that; and the
        // command line.
        library(.interfaces, "EvokeWire", ["EvokeValues"]),
        library(.interfaces, "EvokeClient", ["EvokeValues", "EvokeWorkers", "EvokeWire"]),
        library(
            .interfaces, "EvokeWebAPI",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "CryptoSodium", "InflateZlib", "Evoke", "EvokeWire",
                "EvokeCWebApp",
            ]),
        library(
            .interfaces, "ServeMicrohttpd",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "Evoke", "EvokeWebAPI", "EvokeCMicrohttpd",
                "EvokeCSocketOwner",
            ]),
        library(.interfaces, "TerminalQR", ["EvokeCQRencode"]),
        library(
            .interfaces, "EvokeCLI",
            ["EvokeValues", "EvokeSystem", "Evoke", "EvokeWire", "EvokeWebAPI", "ServeMicrohttpd", "TerminalQR"]),

        program("EvokeProgram", ["EvokeValues", "EvokeSystem", "Evoke", "EvokeCLI"]),
        program("EvokeBenchSearch", ["EvokeValues", "EvokeSystem", "EvokeVectorIndex"]),
        program(
            "EvokeBench",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "DigestXXHash", "EvokeFaces",
                "EvokeCopies", "EvokeVectorIndex", "Evoke", "EvokeNameTrial",
            ]),

        // Tests, one target for each, and what they share.
        .target(
            name: "EvokeTestSupport",
            dependencies: [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "CryptoSodium",
                "EvokeModels", "EvokeEncoders",
            ], path: "Tests/EvokeTestSupport",
            resources: [
                .copy("TinyModel"), .copy("Models"), .copy("Graphs"), .copy("Hub"), .copy("Libraries"), .copy("Texts"),
                .copy("Faces"),
            ],
            swiftSettings: strict),
        .target(
            name: "EvokeNameTrial",
            dependencies: [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "DigestXXHash", "EvokeIndexing",
                "CatalogSQLite",
            ], path: "Tests/EvokeNameTrial", swiftSettings: strict),
        .target(name: "CForbiddenCalls", path: "Tests/CForbiddenCalls"),
        tests(of: "EvokeValues", ["EvokeTestSupport"]),
        tests(of: "EvokeSystem", ["EvokeValues", "EvokeTestSupport"]),
        tests(of: "EvokeWorkers", ["EvokeTestSupport"]),
        tests(of: "EvokePhotoColumns", ["EvokeValues", "EvokeTestSupport"]),
        tests(of: "EvokeFetching"),
        tests(of: "DigestXXHash", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport"]),
        tests(of: "CryptoSodium", ["EvokeValues", "EvokeSystem", "EvokeTestSupport"]),
        tests(of: "DigestOpenSSL", ["EvokeValues", "EvokeTestSupport"]),
        tests(
            of: "EvokeTokenizers", ["EvokeValues", "InflateZlib", "EvokeTestSupport"], resources: [.copy("Fixtures")]),
        tests(
            of: "EvokeModels", ["EvokeValues", "EvokeSystem", "CryptoSodium", "EvokeTokenizers", "EvokeTestSupport"]),
        tests(
            of: "EvokeEncoders",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "DigestXXHash", "EvokeModels", "EvokeTestSupport"]),
        tests(of: "EvokeModelCatalogue", ["EvokeValues", "EvokeFetching", "EvokeModels", "EvokeTestSupport"]),
        tests(
            of: "EvokeModelDownloads",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "EvokeModels", "EvokeModelCatalogue",
                "EvokeTestSupport",
            ]),
        tests(of: "EvokeReading", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport"]),
        tests(
            of: "EvokeFaces",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeModels", "EvokeTestSupport"]),
        tests(
            of: "EvokeIndexing",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "CatalogSQLite", "EvokeTestSupport",
                "EvokeNameTrial",
            ]),
        tests(
            of: "EvokeCopying",
            [
                "EvokeValues", "EvokePorts", "CatalogSQLite", "CatalogPostgres", "EvokeTestSupport", "EvokeCSQLite",
            ]),
        tests(of: "EvokeTidying", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeTestSupport"]),
        tests(of: "EvokeCopies", ["EvokeValues", "EvokeTestSupport"]),
        tests(of: "EvokeImmich", ["EvokeValues", "DigestOpenSSL", "EvokeTestSupport"]),
        tests(of: "EvokeZip", ["EvokeValues", "EvokeSystem", "EvokeTestSupport"]),
        tests(
            of: "EvokeWatching", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "WatchingInotify", "EvokeTestSupport"]),
        tests(
            of: "EvokeVectorIndex",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "CatalogSQLite", "EvokeTestSupport",
                "EvokeCVectorKernels",
            ]),
        tests(of: "EvokeQuery", ["EvokeValues", "EvokeTestSupport"]),
        tests(of: "EvokePlaces", ["EvokeValues", "EvokeSystem", "EvokeTestSupport"]),
        tests(of: "EvokeLabels", ["EvokeValues", "EvokePorts", "EvokeWorkers", "EvokeTestSupport"]),
        tests(
            of: "FetchCurl",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "CryptoSodium", "EvokeTestSupport"]),
        tests(
            of: "ImagingVips",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport", "EvokeCReducedJPEG",
                "EvokeCResampling",
            ], resources: [.copy("Fixtures")]),
        tests(
            of: "PreviewsLibRaw",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "ImagingVips", "EvokeTestSupport"],
            resources: [.copy("Fixtures")]),
        tests(
            of: "FilmsFFmpeg",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "ImagingVips", "EvokeTestSupport"],
            resources: [.copy("Fixtures")]),
        tests(
            of: "FactsExiv2",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "FilmsFFmpeg", "ImagingVips", "EvokeTestSupport"],
            resources: [.copy("Fixtures")]),
        tests(
            of: "InferenceOpenVINO",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeModels", "EvokeEncoders", "EvokeTestSupport"]),
        tests(
            of: "CatalogSQLite",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport", "EvokeCSQLite"]),
        tests(
            of: "CatalogPostgres",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeIndexing", "EvokeVectorIndex",
                "EvokeTestSupport", "EvokeCPQ",
            ]),
        tests(
            of: "VectorsMilvus",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "EvokeVectorIndex",
                "CatalogPostgres", "FetchCurl", "EvokeTestSupport",
            ]),
        tests(
            of: "ReadingTesseract",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport"],
            resources: [.copy("Fixtures")]),
        tests(of: "ConditionsLinux", ["EvokeValues", "EvokeFetching", "EvokeTestSupport"]),
        tests(of: "WatchingInotify", ["EvokeValues", "EvokeWatching", "EvokeTestSupport"]),
        tests(
            of: "DecodingApart",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport", "EvokeCApart",
                "CForbiddenCalls",
            ]),
        tests(
            of: "Evoke",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeFetching", "EvokeModels",
                "EvokeModelDownloads", "EvokeCopies", "EvokeLabels", "EvokeQuery", "CatalogSQLite", "EvokeTestSupport",
                "EvokeCSQLite",
            ]),
        tests(of: "EvokeClient", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport"]),
        tests(
            of: "EvokeWebAPI",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "InflateZlib", "Evoke", "EvokeWire", "EvokeTestSupport",
            ]),
        tests(
            of: "ServeMicrohttpd",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "Evoke", "EvokeWebAPI", "EvokeTestSupport"]),
        tests(of: "TerminalQR"),
        tests(
            of: "EvokeCLI",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "Evoke", "EvokeWire", "EvokeWebAPI", "EvokeTestSupport"]),
        .testTarget(
            name: "EvokeEndToEndTests",
            dependencies: [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "ImagingVips", "PreviewsLibRaw",
                "FilmsFFmpeg", "FactsExiv2", "CatalogSQLite", "DecodingApart", "Evoke", "EvokeWire", "EvokeClient",
                "EvokeTestSupport",
                "EvokeCSQLite", "EvokeCApart",
            ], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)

func named(by target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
}

// A module is compiled anew only when one that its target names has changed. What Evoke exports anew is seen through it.
for target in package.targets where named(by: target).contains("Evoke") {
    let exported = [
        "EvokeLabels", "EvokeModelCatalogue", "EvokeModelDownloads", "EvokePorts", "EvokeQuery", "EvokeValues",
    ]
    target.dependencies += Set(exported).subtracting(named(by: target)).sorted().map { .byName(name: $0) }
}

// Builds of our own tests alone, never of a package that depends on this one. EVOKE_TESTS names test targets, as "A|B|C", or
// says "all": only they are built, with what they need, which is listed before them; and what computes is optimised, since
// plain, its loops take a third of the tests' time.
if let chosen = Context.environment["EVOKE_TESTS"] {
    let computing: Set = [
        "EvokeValues", "EvokeTokenizers", "EvokeModels", "EvokeReading", "EvokeFaces", "EvokeCopies",
        "EvokeVectorIndex",
        "EvokeQuery",
    ]
    let computingC: Set = ["EvokeCReducedJPEG", "EvokeCResampling", "EvokeCVectorKernels"]
    for target in package.targets {
        if computing.contains(target.name) { target.swiftSettings?.append(.unsafeFlags(["-O"])) }
        if computingC.contains(target.name) { target.cSettings = [.unsafeFlags(["-O2"])] }
    }

    let names = chosen.split(separator: "|").map(String.init)
    var needed = Set(names)
    if names == ["all"] { needed = Set(package.targets.filter { $0.type == .test }.map(\.name) + ["EvokeProgram"]) }
    for target in package.targets.reversed() where needed.contains(target.name) {
        needed.formUnion(named(by: target))
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { $0.name != "evoke" || !needed.contains("EvokeProgram") }
}
