import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// The file that says what Evoke has added to sidecars.
@Suite struct SidecarLedgerTests {
    private let home = TemporaryFolder()
    private let content = ContentDigest(high: 1, low: 2)
    private let photo = PhotoID(7)

    private var file: DiskPath { home.path.appending(SidecarLedger.fileName) }

    private func entry(_ added: Set<Mark>, planned: Set<Mark> = []) -> SidecarLedger.Entry {
        let card = PhotoCard(
            id: photo, path: DiskPath("/a.jpg"), stamp: FileStamp(size: 1, modifiedNanoseconds: 0, inode: 0),
            content: content, size: nil, taken: nil)
        return .init(
            card, content, added: SidecarMarks(marks: added, picks: [.pick, .good]),
            planned: SidecarMarks(marks: planned))
    }

    /// Written at once, and added to twice. Gives how long it was before the last.
    private func write() throws -> Int {
        var ledger = SidecarLedger()
        ledger.isOn = true
        try ledger.write(to: home.path)
        try ledger.record([photo: entry([], planned: [.rating(4)])], in: home.path)
        let length = Int(FileSystem.size(of: file))
        try ledger.record([photo: entry([.rating(4)])], settled: [content: [.rating(4)]], in: home.path)
        return length
    }

    @Test func whatIsNotedIsThereAgain() throws {
        _ = try write()
        var ledger = try SidecarLedger(in: home.path)
        #expect(ledger.isOn && ledger.entries == [photo: entry([.rating(4)])] && ledger.unsure.isEmpty)
        #expect(ledger.due([content: [.rating(4)]]).isEmpty && ledger.due([:]) == [content: []])
        ledger.forget([content])
        try ledger.write(to: home.path)
        #expect(try SidecarLedger(in: home.path).entries.isEmpty)
    }

    @Test func whatThePowerCutOffCountsAsNotNoted() throws {
        let length = try write()
        let bytes = try FileSystem.read(file)
        for count in [bytes.count - 4, length + 1] {
            for end in [[], [UInt8](repeating: 0, count: bytes.count - count)] {
                try home.write(SidecarLedger.fileName, bytes[..<count] + end)
                var ledger = try SidecarLedger(in: home.path)
                #expect(ledger.isOn && ledger.unsure == [photo] && ledger.settled.isEmpty)
                try ledger.record([photo: entry([.tag("sea")])], in: home.path)
                ledger = try SidecarLedger(in: home.path)
                #expect(ledger.entries == [photo: entry([.tag("sea")])])
            }
        }
    }

    @Test func oneThatIsDamagedIsNotOn() throws {
        let length = try write()
        let bytes = try FileSystem.read(file)
        // Empty, cut in its first part, with a byte of each part but the last changed.
        var damaged: [[UInt8]] = [[], Array(bytes[..<20])]
        for place in [0, 34, length - 1] {
            damaged.append(bytes)
            damaged[damaged.count - 1][place] ^= 1
        }
        for bytes in damaged {
            try home.write(SidecarLedger.fileName, bytes)
            #expect(throws: EvokeError.self) { try SidecarLedger(in: home.path) }
        }
    }

    /// As versions wrote it that noted all marks, whoever had said them first.
    @Test func ofAnOlderOneNothingIsTakenForAdded() throws {
        let sum: [UInt8] = [0x34, 0xAE, 0xBD, 0x59, 0xBF, 0x2E, 0x32, 0xBF]
        let marks: [UInt8] = [4, 2, 2, 52, 6, 2, 97, 0, 2, 2, 4]
        try home.write(SidecarLedger.fileName, Array("evoke sidecars 1\n".utf8) + [1] + sum + marks)
        var ledger = try SidecarLedger(in: home.path)
        #expect(ledger.isOn && ledger.entries.isEmpty && ledger.due([content: [.rating(4), .tag("a")]]).isEmpty)
        try ledger.record([photo: entry([.tag("sea")])], in: home.path)
        ledger = try SidecarLedger(in: home.path)
        #expect(ledger.settled[content]?.count == 2 && ledger.entries.count == 1)
    }
}
