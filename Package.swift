// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// From the ground up: each builds on those before it.
enum Layer: String {
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
    .systemLibrary(name: name, path: Layer.c.path(of: name), pkgConfig: pkgConfig)
}

func own(_ name: String, exclude: [String] = [], linking outside: String? = nil) -> Target {
    .target(
        name: name, path: Layer.c.path(of: name), exclude: exclude,
        linkerSettings: outside.map { [.linkedLibrary($0)] } ?? [])
}

func library(_ layer: Layer, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: layer.path(of: name), swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: Layer.programs.path(of: name), swiftSettings: strict)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
        swiftSettings: strict)
}

let package = Package(
    name: "evoke",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Evoke", targets: ["Evoke"]),
        .library(name: "EvokeClient", targets: ["EvokeClient"]),
        .library(name: "EvokePorts", targets: ["EvokePorts"]),
        .executable(name: "evoke", targets: ["EvokeProgram"]),
        .executable(name: "evoke-bench", targets: ["EvokeBench"]),
        .executable(name: "evoke-bench-search", targets: ["EvokeBenchSearch"]),
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Libraries in a database."),
        .trait(
            name: "Milvus", description: "Searching the vectors of a database in Milvus.",
            enabledTraits: ["PostgreSQL"]),
        .trait(name: "Import", description: "Taking over from Google Takeout, Immich and rclip."),
        .default(enabledTraits: ["PostgreSQL", "Milvus", "Import"]),
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
        own("EvokeCDigests"),
        own("EvokeCMapping"),
        own("EvokeCMemoryFile"),
        own("EvokeCFreedMemory"),
        own("EvokeCFiles"),
        own("EvokeCApart"),
        own("EvokeCSocketOwner"),
        own("EvokeCWebApp", exclude: ["App", "Bundle"]),

        // Values, the ports that others fill, files and clocks, and work on threads. Then what needs Linux.
        library(.core, "EvokeValues"),
        library(.core, "EvokePorts", ["EvokeValues"]),
        library(
            .core, "EvokeSystem",
            ["EvokeValues", .byName(name: "EvokeCFiles", condition: .when(platforms: [.linux]))]),
        library(.core, "EvokeWorkers", ["EvokeValues", "EvokeSystem"]),
        library(.core, "EvokeCatalog", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers"]),
        library(
            .core, "EvokeDigests",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCDigests", "EvokeCZlib"]),
        library(
            .core, "EvokeLinux",
            ["EvokeValues", "EvokeSystem", "EvokeCFreedMemory", "EvokeCLate", "EvokeCMemoryFile"]),

        // What Evoke does, over the ports.
        library(
            .features, "EvokeModels", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeDigests", "EvokeWorkers"]),
        library(
            .features, "EvokeAnalysis", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeModels"]),
        library(
            .features, "EvokeIndexing",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeCatalog"]),
        library(
            .features, "EvokeImport", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeDigests", "EvokeCCrypto"]),
        library(
            .features, "EvokeVectorIndex",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeCMapping",
                "EvokeCVectorKernels",
            ]),
        library(.features, "EvokeQuery", ["EvokeValues", "EvokePorts"]),

        // One for each outside library, and one for what Linux alone has.
        library(
            .adapters, "FetchCurl",
            ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeLinux", "EvokeCCurl"]),
        library(
            .adapters, "ImagingVips",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeLinux", "EvokeCReducedJPEG",
                "EvokeCResampling",
                "EvokeCTiff", "EvokeCVips",
            ]),
        library(
            .adapters, "PreviewsLibRaw", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCLibRaw"]),
        library(
            .adapters, "FilmsFFmpeg", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCFFmpeg"]),
        library(
            .adapters, "MetadataExiv2", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCExiv2"]),
        library(
            .adapters, "InferenceOpenVINO",
            [
                "EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeLinux", "EvokeModels",
                "EvokeCOpenVINO",
            ]),
        library(
            .adapters, "SealingSodium", ["EvokeValues", "EvokeSystem", "EvokeLinux", "EvokeModels", "EvokeCSodium"]),
        library(
            .adapters, "ReadingTesseract",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeLinux", "EvokeCTesseract"]),
        library(
            .adapters, "CatalogSQLite",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "EvokeDigests",
                "EvokeCSQLite",
            ]),
        library(
            .adapters, "CatalogPostgres",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "EvokeLinux", "EvokeCPQ"]),
        library(.adapters, "VectorsMilvus", ["EvokeValues", "EvokePorts", "EvokeWorkers"]),
        library(
            .adapters, "SystemLinux",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeLinux", "EvokeIndexing", "EvokeCApart"]),

        // The composition root.
        library(
            .library, "Evoke",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeLinux", "EvokeModels",
                "EvokeAnalysis", "EvokeIndexing", "EvokeVectorIndex", "EvokeQuery", "FetchCurl", "ImagingVips",
                "PreviewsLibRaw", "FilmsFFmpeg", "MetadataExiv2", "InferenceOpenVINO", "SealingSodium",
                "ReadingTesseract", "CatalogSQLite", "SystemLinux",
                .byName(name: "CatalogPostgres", condition: .when(traits: ["PostgreSQL"])),
                .byName(name: "VectorsMilvus", condition: .when(traits: ["Milvus"])),
                .byName(name: "EvokeImport", condition: .when(traits: ["Import"])),
            ]),

        // What a server and those who ask it say to each other; the API under the web app, the socket under that; and the
        // command line.
        library(.interfaces, "EvokeClient", ["EvokeValues", "EvokePorts"]),
        library(
            .interfaces, "EvokeWebAPI",
            ["EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "Evoke", "EvokeClient", "EvokeCWebApp"]),
        library(
            .interfaces, "ServeMicrohttpd",
            [
                "EvokeSystem", "EvokeWorkers", "EvokeLinux", "Evoke", "EvokeWebAPI", "EvokeCMicrohttpd",
                "EvokeCSocketOwner",
            ]),
        library(
            .interfaces, "EvokeCLI",
            [
                "EvokePorts", "EvokeSystem", "EvokeLinux", "Evoke", "EvokeClient", "EvokeWebAPI", "ServeMicrohttpd",
                "EvokeCQRencode",
            ]),

        program("EvokeProgram", ["EvokeSystem", "Evoke", "EvokeCLI"]),
        program("EvokeBenchSearch", ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeVectorIndex"]),
        program(
            "EvokeBench",
            [
                "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeVectorIndex", "Evoke",
                "EvokeNameTrial",
            ]),

        // Tests, one target for each, and what they share.
        .target(
            name: "EvokeTestSupport",
            dependencies: [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeLinux", "EvokeModels",
            ],
            path: "Tests/EvokeTestSupport",
            resources: [
                .copy("TinyModel"), .copy("Models"), .copy("Graphs"), .copy("Hub"), .copy("Libraries"), .copy("Texts"),
                .copy("Faces"),
            ],
            swiftSettings: strict),
        .target(
            name: "EvokeNameTrial",
            dependencies: [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeCatalog",
                "EvokeIndexing",
                "CatalogSQLite",
            ], path: "Tests/EvokeNameTrial", swiftSettings: strict),
        .target(name: "CForbiddenCalls", path: "Tests/CForbiddenCalls"),
        tests(of: "EvokeValues", ["EvokePorts", "EvokeTestSupport"]),
        tests(of: "EvokeSystem", ["EvokeValues", "EvokeTestSupport"]),
        tests(of: "EvokeWorkers", ["EvokeValues", "EvokeTestSupport"]),
        tests(of: "EvokeCatalog", ["EvokeValues", "EvokePorts", "EvokeTestSupport"]),
        tests(
            of: "EvokeDigests", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport", "EvokeCDigests"]),
        tests(of: "EvokeLinux", ["EvokeValues", "EvokeSystem", "EvokeTestSupport"]),
        tests(
            of: "EvokeModels",
            [
                "EvokeValues", "EvokePorts", "EvokeDigests", "EvokeTestSupport", "EvokeSystem", "EvokeWorkers",
            ], resources: [.copy("Tokenizers/Fixtures")]),
        tests(
            of: "EvokeAnalysis",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport", "EvokeModels"]),
        tests(
            of: "EvokeIndexing",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "CatalogSQLite", "EvokeTestSupport",
                "EvokeNameTrial",
                "EvokeCatalog", "CatalogPostgres", "EvokeCSQLite", "SystemLinux",
            ]),
        tests(of: "EvokeImport", ["EvokeValues", "EvokeDigests", "EvokeTestSupport", "EvokeSystem"]),
        tests(
            of: "EvokeVectorIndex",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "CatalogSQLite",
                "EvokeTestSupport",
                "EvokeCVectorKernels",
            ]),
        tests(of: "EvokeQuery", ["EvokeValues", "EvokePorts", "EvokeTestSupport"]),
        tests(of: "FetchCurl", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "EvokeTestSupport"]),
        tests(
            of: "ImagingVips",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport", "EvokeCReducedJPEG",
                "EvokeCResampling",
            ], resources: [.copy("Fixtures")]),
        tests(
            of: "PreviewsLibRaw",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "ImagingVips", "EvokeTestSupport",
            ], resources: [.copy("Fixtures")]),
        tests(
            of: "FilmsFFmpeg",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "ImagingVips", "EvokeTestSupport",
            ], resources: [.copy("Fixtures")]),
        tests(
            of: "MetadataExiv2",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "FilmsFFmpeg", "ImagingVips",
                "EvokeTestSupport",
            ], resources: [.copy("Fixtures")]),
        tests(
            of: "InferenceOpenVINO",
            ["EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeModels", "EvokeTestSupport"]),
        tests(
            of: "SealingSodium",
            ["EvokeValues", "EvokeSystem", "EvokeLinux", "EvokeModels", "InferenceOpenVINO", "EvokeTestSupport"]),
        tests(
            of: "CatalogSQLite",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "EvokeTestSupport",
                "EvokeCSQLite",
            ]),
        tests(
            of: "CatalogPostgres",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "EvokeLinux",
                "EvokeIndexing",
                "EvokeVectorIndex", "EvokeTestSupport", "EvokeCPQ",
            ]),
        tests(
            of: "VectorsMilvus",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "EvokeVectorIndex",
                "CatalogPostgres",
                "FetchCurl", "EvokeTestSupport",
            ]),
        tests(
            of: "ReadingTesseract",
            [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeTestSupport",
            ], resources: [.copy("Fixtures")]),
        tests(
            of: "SystemLinux",
            [
                "EvokeValues", "EvokePorts", "EvokeTestSupport", "EvokeIndexing", "EvokeSystem", "EvokeWorkers",
                "EvokeCApart",
                "CForbiddenCalls",
            ]),
        tests(
            of: "Evoke",
            [
                "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeCatalog", "CatalogSQLite", "EvokeTestSupport",
                "EvokeCSQLite",
            ]),
        tests(of: "EvokeClient", ["EvokeValues", "EvokeSystem", "EvokeWorkers", "EvokeLinux", "EvokeTestSupport"]),
        tests(
            of: "EvokeWebAPI",
            ["EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeDigests", "Evoke", "EvokeClient", "EvokeTestSupport"]),
        tests(
            of: "ServeMicrohttpd",
            ["EvokeSystem", "EvokeWorkers", "EvokeLinux", "Evoke", "EvokeWebAPI", "EvokeTestSupport"]),
        tests(
            of: "EvokeCLI",
            [
                "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeLinux", "Evoke", "EvokeClient", "EvokeWebAPI",
                "EvokeTestSupport",
            ]),
        .testTarget(
            name: "EvokeEndToEndTests",
            dependencies: [
                "EvokeValues", "EvokePorts", "EvokeSystem", "EvokeWorkers", "EvokeLinux", "ImagingVips",
                "PreviewsLibRaw",
                "FilmsFFmpeg", "MetadataExiv2", "EvokeCatalog", "CatalogSQLite", "SystemLinux", "Evoke", "EvokeClient",
                "EvokeTestSupport", "EvokeCSQLite", "EvokeCApart",
            ], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)

func named(by target: Target) -> [String] {
    target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
}

// A module is compiled anew only when one that its target names has changed. What Evoke exports anew is seen through it.
for target in package.targets where named(by: target).contains("Evoke") {
    let exported = ["EvokeAnalysis", "EvokeModels", "EvokeQuery", "EvokeValues"]
    target.dependencies += Set(exported).subtracting(named(by: target)).sorted().map { .byName(name: $0) }
}

// Builds of our own tests alone, never of a package that depends on this one. EVOKE_TESTS names test targets, as "A|B|C", or
// says "all": only they are built, with what they need, which is listed before them; and what computes is optimised, since
// plain, its loops take a third of the tests' time.
if let chosen = Context.environment["EVOKE_TESTS"] {
    let computing: Set = [
        "EvokeValues", "EvokePorts", "EvokeModels", "EvokeAnalysis", "EvokeVectorIndex", "EvokeQuery",
    ]
    let computingC: Set = ["EvokeCDigests", "EvokeCReducedJPEG", "EvokeCResampling", "EvokeCVectorKernels"]
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
