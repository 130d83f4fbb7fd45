import EvokePorts
import EvokeValues
import Testing

@testable import EvokeIndexing

@Suite struct PlannedTasksTests {
    /// Enough that they are in several pieces.
    private let tasks = (0..<10_000).map(Self.task)

    @Test func givesEachTaskAsItCame() {
        var planned = PlannedTasks()
        for task in tasks { planned.append(task) }
        #expect(planned.count == tasks.count)
        #expect(planned.map(Seen.init) == tasks.map(Seen.init))
    }

    @Test func theNewestComeFirst() {
        var planned = PlannedTasks()
        for task in tasks { planned.append(task) }
        planned.sort()
        let order = tasks.enumerated().sorted {
            let times = ($0.element.file.stamp.modifiedNanoseconds, $1.element.file.stamp.modifiedNanoseconds)
            return times.0 == times.1 ? $0.offset < $1.offset : times.0 > times.1
        }
        #expect(planned.map(Seen.init) == order.map { Seen($0.element) })
    }

    @Test func knowsThoseThatWereGone() {
        var planned = PlannedTasks()
        for task in tasks { planned.append(task) }
        let gone = tasks.compactMap(\.known).filter { !$0.isHere }.map(\.id)
        #expect(planned.returned == Set(gone) && gone.count > 100)
    }

    private static func task(_ number: Int) -> IndexPlan.Task {
        let folders = ["/", "/photos", "/photos/of/nobody", "", "/photos"]
        let folder = DiskPath(folders[number / 100 % folders.count])
        func path(_ name: String) -> DiskPath { folder.bytes.isEmpty ? DiskPath(name) : folder.appending(name) }
        let stamp = FileStamp(
            size: Int64(number), modifiedNanoseconds: Int64(number * 7_919 % 1_000), inode: UInt64(number),
            changedNanoseconds: number.isMultiple(of: 3) ? nil : Int64(-number))
        let companions = PhotoCompanions(
            files: (0..<number % 3).map { path("\(number).\($0)") },
            sidecars: (0..<number % 4).map { $0 == 2 ? DiskPath("/else/where.xmp") : path("\(number).\($0).xmp") },
            sidecarStamp: number.isMultiple(of: 5) ? 0 : Int64(number) &* 0x1234_5678_9ABC)
        let path = path("Ä \(number).jpg")
        let known = KnownFile(
            id: PhotoID(Int64(number)), path: path, stamp: stamp, state: .encoded,
            isHere: !number.isMultiple(of: 14))
        return IndexPlan.Task(
            file: FolderScanner.File(path: path, stamp: stamp, companions: companions),
            known: number.isMultiple(of: 7) ? known : nil, isNew: number.isMultiple(of: 2),
            isOfMetadataOnly: number.isMultiple(of: 11), lacksDigest: number.isMultiple(of: 13))
    }

    private struct Seen: Hashable {
        let path: DiskPath
        let stamp: FileStamp
        let companions: PhotoCompanions
        let known: KnownFile?
        let flags: [Bool]

        init(_ task: IndexPlan.Task) {
            (path, stamp, companions) = (task.file.path, task.file.stamp, task.file.companions)
            known = task.known
            flags = [task.isNew, task.isOfMetadataOnly, task.lacksDigest]
        }
    }
}
