import EvokeSystem
import EvokeValues

/// A file next to a sidecar that is being written. Its name tells what it may contain, so that what a killed process
/// left is deleted only if it is that.
struct SidecarDraft {
    let path: FilePath

    init(of sidecar: SidecarFile, _ new: [UInt8]) {
        let sums = [Array(sidecar.path.name), new, sidecar.bytes ?? new].map(FileSystem.sum)
        let words = sums + [UInt64(OwnProcess.number), .random(in: 0 ... .max)]
        let name = ".evoke-\(words.map { String($0, radix: 16) }.joined(separator: "-")).part"
        path = (sidecar.path.parent ?? sidecar.path).appending(name)
    }

    /// Deletes what was left next to the photo's sidecar. True if the sidecar was gone and has been restored.
    static func clear(_ drafts: [FilePath], of photo: FilePath, _ disk: FileChanges) throws(EvokeError) -> Bool {
        var isBack = false
        let stem = photo.name.lastIndex(of: .dot).map { photo.name[..<$0] } ?? photo.name
        let places = [photo.name, stem].map { (photo.parent ?? photo).appending(Array($0) + Array(".xmp".utf8)) }
        for draft in drafts {
            let words = draft.display.split(separator: "/").last?.dropFirst(".evoke-".count).dropLast(".part".count)
            let sums = (words ?? "").split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard sums.count == 5, let place = places.first(where: { FileSystem.sum(Array($0.name)) == sums[0] }),
                isForsaken(draft, by: sums[3])
            else { continue }
            let isOld = sums[1] != sums[2] && FileSystem.holds(draft, sum: sums[2])
            if isOld, FileSystem.isNothing(place) {
                try disk.moveWhereFree(draft, to: place, doing: SidecarFile.doing)
                isBack = true
            } else if FileSystem.holds(isOld ? place : draft, sum: sums[1]) {
                // It is what was written, or a file that is also in place.
                try? disk.remove(draft)
            }
        }
        return isBack
    }

    /// If another machine wrote it, only time can tell.
    private static func isForsaken(_ draft: FilePath, by process: UInt64) -> Bool {
        guard let changed = FileSystem.status(of: draft).map({ FileStamp($0) })?.changedNanoseconds else {
            return false
        }
        return FileSystem.isNothing(FilePath("/proc/\(process)")) || SystemClock.now - changed > 60_000_000_000
    }
}
