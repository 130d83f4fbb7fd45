import EvokeSystem
import EvokeValues

extension Checkup {
    /// With less free memory, loading a model swaps out other programs.
    private static let fewBytes: Int64 = 1_000_000_000

    static func machine() -> [Finding] {
        let program = FileSystem.resolve(OwnProcess.program)?.display
        return [
            Finding(.program, .good, "Evoke \(evokeVersion), \(architecture).", detail: program),
            Finding(.system, .good, (Machine.system ?? "Unknown operating system") + "."), processor,
            memory,
        ]
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "a processor that Evoke is not tested on"
        #endif
    }

    private static var processor: Finding {
        let (cores, known) = (Machine.cores, Machine.instructions)
        let name = (Machine.processor ?? "Unknown processor") + ", cores: \(cores)"
        let useful = ["avx2", "avx512f", "avx512_bf16", "amx_bf16"].filter(known.contains)
        let words = name + (useful.isEmpty ? "" : "; supports \(useful.joined(separator: ", "))") + "."
        #if arch(x86_64)
            if !known.isEmpty, !known.contains("avx2") {
                return Finding(
                    .processor, .attention,
                    words + " It lacks AVX2, so searching and encoding take several times as long.")
            }
        #endif
        if let load = Machine.load, load > 1.5 * Double(cores) {
            let wanted = "System load is \((load * 10).rounded() / 10) on \(cores) cores, so "
            return Finding(
                .processor, .attention, words + " " + wanted + "everything takes longer.",
                remedies: [.advice("Close other busy programs, or wait for them to finish.")])
        }
        return Finding(.processor, .good, words)
    }

    private static var memory: Finding {
        let all = gigabytes(Int64(clamping: Machine.memory))
        guard let free = Machine.freeMemory else { return Finding(.memory, .good, "\(all) GB.") }
        let words = "\(gigabytes(free)) of \(all) GB free."
        guard free < fewBytes else { return Finding(.memory, .good, words) }
        return Finding(
            .memory, .attention, words + " A model needs up to half a GB, a large library more.",
            remedies: [.advice("Close other programs.")])
    }

    /// The folders that Evoke writes to.
    static func room(_ places: LibraryConfiguration) -> [Finding] {
        [room(.disk, "the library", places.library), room(.cache, "the cache", places.cache)]
    }

    private static func room(_ topic: Topic, _ name: String, _ folder: FilePath) -> Finding {
        var there: FilePath? = folder
        while let place = there, FileSystem.status(of: place) == nil { there = place.parent }
        guard let there, FileSystem.canWrite(there) else {
            return Finding(
                topic, topic == .disk ? .attention : .wrong,
                "No write permission for \(name)" + (topic == .disk ? ", so you can only search it." : "."),
                detail: folder.display,
                remedies: [.advice("Get write permission for the folder, or choose another one.")])
        }
        guard let free = FileSystem.freeBytes(at: there) else {
            return Finding(topic, .good, "Free disk space is unknown.", detail: folder.display)
        }
        let words = "\(gigabytes(free)) GB free for \(name)."
        if free < fewBytes {
            return Finding(
                topic, free < fewBytes / 10 ? .wrong : .attention, words, detail: folder.display,
                remedies: [.advice("Free up space: photos cannot be added on a full disk.")])
        }
        return Finding(topic, .good, words, detail: folder.display)
    }

    private static func gigabytes(_ bytes: Int64) -> Double { (Double(bytes) / 1e8).rounded() / 10 }
}
