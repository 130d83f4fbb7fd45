import EvokeCOpenVINO
import EvokeLinux
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Owns OpenVINO's core, which reads and compiles graphs.
///
/// There is one per process, which is never freed: its plug-ins would be unloaded with it, possibly while one of their
/// threads is still ending.
// Sendable because the core is immutable once set, and OpenVINO allows any thread to use it.
final class Runtime: @unchecked Sendable {
    private static let shared = Result { () throws(EvokeError) in try Runtime() }

    static func start() throws(EvokeError) -> Runtime { try shared.get() }

    private let core: OpaquePointer
    private let loaders = Locked<[String: Loader]>([:])

    // Sendable because the core is immutable once set, and OpenVINO allows any thread to use it.
    private struct Loader: @unchecked Sendable {
        let core: OpaquePointer
    }

    /// The version, and the processor with its capabilities: what a compiled graph depends on besides the graph.
    let identity: String

    private init() throws(EvokeError) {
        // OpenVINO calls this whenever a graph is freed. A sanitizer that replaces glibc's heap initializes it on the
        // first call, and two concurrent first calls crash the process.
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
        lastError(.inference, doing: "start OpenVINO", subject: "", remedy: "Reinstall OpenVINO, or run ./bootstrap.")
    }

    private static func property(_ name: String, of core: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard ov_core_get_property(core, "CPU", name, &value) == OK, let value else { return nil }
        defer { ov_free(value) }
        return String(cString: value)
    }

    /// Whether the processor has bfloat16 instructions.
    var computesInBFloat16: Bool {
        Self.property("OPTIMIZATION_CAPABILITIES", of: core)?.split(separator: " ").contains("BF16") ?? false
    }

    func compile(_ graph: DiskPath, _ properties: Properties) throws(EvokeError) -> CompiledGraph {
        var compiled: OpaquePointer?
        let status = withCProperties(properties) { pointer, count in
            graph.withCString { ov_core_compile_model_from_file_props(core, $0, "CPU", count, pointer, &compiled) }
        }
        guard status == OK, let compiled else { throw Self.refusal(graph) }
        return CompiledGraph(compiled, file: graph)
    }

    /// Loads a cached graph, which must have been compiled with the same properties. Nothing is copied.
    func load(
        _ kept: KeptGraph, of graph: DiskPath, _ properties: Properties, _ places: PortIndices? = nil
    ) throws(EvokeError) -> CompiledGraph {
        var compiled: OpaquePointer?
        let core = try loader(properties)
        let status = kept.blob.withMemoryRebound(to: CChar.self) {
            ov_core_import_model(core, $0.baseAddress, $0.count, "CPU", &compiled)
        }
        guard status == OK, let compiled else { throw Self.refusal(graph) }
        return CompiledGraph(compiled, file: graph, kept: kept, places: places)
    }

    /// OpenVINO's C API takes no properties when it loads a graph, so there is a core for each set of them. These
    /// cores are never freed, either.
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

    func read(_ graph: DiskPath) throws(EvokeError) -> OpaquePointer {
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

    private static func refusal(_ graph: DiskPath) -> EvokeError {
        lastError(.modelInvalid, doing: "load the graph", subject: graph.display, remedy: "Download the model again.")
    }

    /// The error of a failed OpenVINO call. The reason is the first informative line of its last error message, which
    /// is shared by the whole process; the cause is the whole message.
    static func lastError(
        _ kind: EvokeError.Kind, doing: String, subject: String, because: String = "", remedy: String = ""
    ) -> EvokeError {
        let message = ov_get_last_err_msg()
        defer { if let message { ov_free(message) } }
        // It may quote untrusted parts of a graph.
        let lines = message.map { String(cString: $0) }.map { text in
            text.split(separator: "\n").map { DiskPath(String($0.drop { $0 == " " })).display }
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
