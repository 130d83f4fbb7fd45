import EvokeCOpenVINO
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Owns OpenVINO's core, which reads and compiles graphs.
///
/// There is one for the whole process, and it stays: the plug-ins belong to it, and unloading them while some thread
/// of theirs has not quite ended is a race that OpenVINO can lose.
// Sendable because the core never changes once it is set, and OpenVINO lets any thread use it.
final class Runtime: @unchecked Sendable {
    private static let shared = Result { () throws(EvokeError) in try Runtime() }

    static func start() throws(EvokeError) -> Runtime { try shared.get() }

    private let core: OpaquePointer
    private let loaders = Locked<[String: Loader]>([:])

    // Sendable because the core never changes once it is set, and OpenVINO lets any thread use it.
    private struct Loader: @unchecked Sendable {
        let core: OpaquePointer
    }

    /// The version, and the processor with what it can do: what a compiled graph depends on besides the graph.
    let identity: String

    private init() throws(EvokeError) {
        // OpenVINO calls this whenever a graph is freed. Where a sanitizer stands in for glibc's heap, the first call sets
        // that up, and two first ones at once end the process.
        malloc_trim(0)
        try LateLibrary.openVINO.load()
        var core: OpaquePointer?
        guard ov_core_create(&core) == OK, let core else {
            throw Self.failureToStart()
        }
        self.core = core
        var version = ov_version_t()
        ov_get_openvino_version(&version)
        defer { ov_version_free(&version) }
        identity = [
            version.buildNumber.map { String(cString: $0) }, Self.property("FULL_DEVICE_NAME", of: core),
            Self.property("OPTIMIZATION_CAPABILITIES", of: core),
        ].map { $0 ?? "" }.joined(separator: "\n")
    }

    private static func failureToStart() -> EvokeError {
        lastError(.inference, doing: "start OpenVINO", subject: "", remedy: "Run ./bootstrap.")
    }

    private static func property(_ name: String, of core: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard ov_core_get_property(core, "CPU", name, &value) == OK, let value else { return nil }
        defer { ov_free(value) }
        return String(cString: value)
    }

    /// Whether the processor has instructions for 16-bit floats with the range of 32-bit ones.
    var computesInBFloat16: Bool {
        Self.property("OPTIMIZATION_CAPABILITIES", of: core)?.split(separator: " ").contains("BF16") ?? false
    }

    func compile(_ graph: FilePath, _ properties: Properties) throws(EvokeError) -> CompiledGraph {
        var compiled: OpaquePointer?
        let status = withCProperties(properties) { pointer, count in
            graph.withCString { ov_core_compile_model_from_file_props(core, $0, "CPU", count, pointer, &compiled) }
        }
        guard status == OK, let compiled else { throw Self.refusal(graph) }
        return CompiledGraph(compiled, file: graph)
    }

    /// The graph from what was kept of it, which has to be made with the same properties. Nothing is copied.
    func load(
        _ kept: KeptGraph, of graph: FilePath, _ properties: Properties, _ places: PortIndices? = nil
    ) throws(EvokeError) -> CompiledGraph {
        var compiled: OpaquePointer?
        let core = try loader(properties)
        let status = kept.blob.withMemoryRebound(to: CChar.self) {
            ov_core_import_model(core, $0.baseAddress, $0.count, "CPU", &compiled)
        }
        guard status == OK, let compiled else { throw Self.refusal(graph) }
        return CompiledGraph(compiled, file: graph, kept: kept, places: places)
    }

    /// OpenVINO's interface for C takes no properties for a graph that is loaded, so there is a core for each set of
    /// them. They stay, as the first one does.
    private func loader(_ properties: Properties) throws(EvokeError) -> OpaquePointer {
        let key = properties.map { "\($0.0)=\($0.1)" }.joined(separator: "\n")
        let made = loaders.withLock { (loaders) -> Loader? in
            if let known = loaders[key] { return known }
            var core: OpaquePointer?
            guard ov_core_create(&core) == OK, let core else { return nil }
            let status = withCProperties(properties) { ov_core_set_properties(core, "CPU", $1, $0) }
            guard status == OK else {
                ov_core_free(core)
                return nil
            }
            loaders[key] = Loader(core: core)
            return loaders[key]
        }
        guard let made else { throw Self.failureToStart() }
        return made.core
    }

    func read(_ graph: FilePath) throws(EvokeError) -> OpaquePointer {
        var model: OpaquePointer?
        guard graph.withCString({ ov_core_read_model(core, $0, nil, &model) }) == OK, let model else {
            throw Self.refusal(graph)
        }
        return model
    }

    func compile(
        _ graph: OpenVINOGraph, _ properties: Properties, _ places: PortIndices? = nil
    ) throws(EvokeError) -> CompiledGraph {
        var compiled: OpaquePointer?
        let status = withCProperties(properties) { pointer, count in
            ov_core_compile_model_props(core, graph.handle, "CPU", count, pointer, &compiled)
        }
        guard status == OK, let compiled else { throw Self.refusal(graph.file) }
        return CompiledGraph(compiled, file: graph.file, places: places)
    }

    private static func refusal(_ graph: FilePath) -> EvokeError {
        lastError(.modelInvalid, doing: "load the graph", subject: graph.display, remedy: "Get the model again.")
    }

    /// The error for a call of OpenVINO that failed. The first telling line of its last complaint, which the whole
    /// process shares, is the reason, and all of it the cause.
    static func lastError(
        _ kind: EvokeError.Kind, doing: String, subject: String, because: String = "", remedy: String = ""
    ) -> EvokeError {
        let message = ov_get_last_err_msg()
        defer { if let message { ov_free(message) } }
        // It may quote what stands in a graph of anybody's.
        let lines = message.map { String(cString: $0) }.map { text in
            text.split(separator: "\n").map { FilePath(String($0.drop { $0 == " " })).display }
        }
        let telling = lines?.first { !$0.isEmpty && !$0.hasPrefix("Exception from") && !$0.hasPrefix("Check '") }
        return EvokeError(
            kind, doing: doing, subject: subject,
            reason: because + (telling.map { String($0.drop { $0 == "[" }) } ?? "OpenVINO gives no reason"),
            remedy: remedy, cause: lines.map { EvokeError.Cause("openvino", text: $0.joined(separator: " ")) })
    }

    private func withCProperties<Result>(
        _ properties: Properties, _ body: (UnsafePointer<ov_property_t>, Int) -> Result
    ) -> Result {
        withCStrings(properties.flatMap { [$0.0, $0.1] }) { texts in
            let list = stride(from: 0, to: texts.count, by: 2).map {
                ov_property_t(key: UnsafePointer(texts[$0]), value: UnsafeRawPointer(texts[$0 + 1]))
            }
            return list.withUnsafeBufferPointer { body($0.baseAddress!, $0.count) }
        }
    }
}
