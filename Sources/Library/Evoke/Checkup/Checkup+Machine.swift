import EvokeSystem
import EvokeValues

extension Checkup {
    /// Less than that, and a model that is loaded sends others' memory to the disk.
    private static let fewBytes: Int64 = 1_000_000_000

    static func machine() -> [Finding] {
        let program = FileSystem.resolve(OwnProcess.program)?.display
        return [
            Finding(.program, .good, "Evoke \(evokeVersion), \(architecture).", detail: program),
            Finding(.system, .good, (Machine.system ?? "A system that does not tell its name") + "."), processor,
            memory,
        ]
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "another processor than Evoke is tried on"
        #endif
    }

    private static var processor: Finding {
        let (cores, known) = (Machine.cores, Machine.instructions)
        let name = (Machine.processor ?? "A processor without a name") + ", cores: \(cores)"
        let useful = ["avx2", "avx512f", "avx512_bf16", "amx_bf16"].filter(known.contains)
        let words = name + (useful.isEmpty ? "" : "; it has \(useful.joined(separator: ", "))") + "."
        #if arch(x86_64)
            if !known.isEmpty, !known.contains("avx2") {
                return Finding(
                    .processor, .attention,
                    words + " It has no AVX2, so that searching and encoding take several times as long.")
            }
        #endif
        if let load = Machine.load, load > 1.5 * Double(cores) {
            let wanted = "In the last minute, \((load * 10).rounded() / 10) programs wanted its cores at once: "
            return Finding(
                .processor, .attention, words + " " + wanted + "everything takes longer.",
                remedies: [.advice("End what else works hard, or wait for it.")])
        }
        return Finding(.processor, .good, words)
    }

    private static var memory: Finding {
        let all = gigabytes(Int64(clamping: Machine.memory))
        guard let free = Machine.freeMemory else { return Finding(.memory, .good, "\(all) GB.") }
        let words = "\(gigabytes(free)) of \(all) GB are free."
        guard free < fewBytes else { return Finding(.memory, .good, words) }
        return Finding(
            .memory, .attention, words + " A model takes up to half a GB, and a large library more.",
            remedies: [.advice("End other programs.")])
    }

    /// Where Evoke writes.
    static func room(_ places: LibraryConfiguration) -> [Finding] {
        [room(.disk, "the library", places.library), room(.cache, "the cache", places.cache)]
    }

    private static func room(_ topic: Topic, _ name: String, _ folder: FilePath) -> Finding {
        var there: FilePath? = folder
        while let place = there, FileSystem.status(of: place) == nil { there = place.parent }
        guard let there, FileSystem.canWrite(there) else {
            return Finding(
                topic, topic == .disk ? .attention : .wrong,
                "You may not write where \(name) is" + (topic == .disk ? ", and so search it only." : "."),
                detail: folder.display,
                remedies: [.advice("Ask for the right to write there, or choose another place.")])
        }
        guard let free = FileSystem.freeBytes(at: there) else {
            return Finding(topic, .good, "The disk does not tell how much room is left.", detail: folder.display)
        }
        let words = "\(gigabytes(free)) GB are free where \(name) is."
        if free < fewBytes {
            return Finding(
                topic, free < fewBytes / 10 ? .wrong : .attention, words, detail: folder.display,
                remedies: [.advice("Make room: new photos cannot be kept on a full disk.")])
        }
        return Finding(topic, .good, words, detail: folder.display)
    }

    private static func gigabytes(_ bytes: Int64) -> Double { (Double(bytes) / 1e8).rounded() / 10 }
}
