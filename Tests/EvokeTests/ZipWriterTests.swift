import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// What is written is read by others: Python's zipfile, which compares every checksum, and unzip where it is there.
@Suite struct ZipWriterTests {
    private let folder = TemporaryFolder()

    private static let clock = CivilTime(year: 2021, month: 5, day: 2, hour: 13, minute: 14, second: 16)!

    private func read(_ zip: [UInt8], _ program: String) throws -> String {
        try folder.write("a.zip", zip)
        try folder.write(
            "read.py", "import sys, zipfile\nzip = zipfile.ZipFile(sys.argv[1])\n\(program)\n".utf8)
        return try Shell.output(
            of: "python3 '\(folder.path.appending("read.py").display)' '\(folder.path.appending("a.zip").display)'")
    }

    private func zip(_ files: [(name: String, bytes: [UInt8])], atMost most: UInt64 = 1_000) -> [UInt8] {
        var (writer, zip) = (ZipWriter(), [UInt8]())
        for file in files {
            zip += writer.begin(file.name, modified: 1_619_961_256, clock: Self.clock, atMost: most)
            // In pieces of odd lengths.
            for start in stride(from: 0, to: file.bytes.count, by: 13) {
                let piece = Array(file.bytes[start..<min(start + 13, file.bytes.count)])
                writer.add(piece)
                zip += piece
            }
            zip += writer.endFile()
        }
        return zip + writer.end()
    }

    /// With 32 bits, and with 64 where a file may be larger.
    @Test(arguments: [1_000, UInt64(UInt32.max), 1 << 40]) func isReadByOthers(atMost most: UInt64) throws {
        let bytes = (0..<257).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let zip = zip([("Bilder/Ä 海.jpg", bytes), ("Bilder/empty", []), ("one", [7])], atMost: most)
        let told = try read(
            zip,
            """
            assert zip.testzip() is None
            for one in zip.infolist():
                print(ascii(one.filename), one.file_size, one.date_time, one.compress_type, one.external_attr >> 16)
            print(sum(zip.read(zip.infolist()[0])))
            """)
        let when = "(2021, 5, 2, 13, 14, 16) 0 33188"
        let sum = bytes.reduce(into: 0) { $0 += Int($1) }
        let expected = [
            #"'Bilder/\xc4 \u6d77.jpg' 257 \#(when)"#, "'Bilder/empty' 0 \(when)", "'one' 1 \(when)", "\(sum)",
        ]
        #expect(told.split(separator: "\n").map(String.init) == expected)
        let tried = try Shell.output(
            of: "command -v unzip >/dev/null || exit 0; unzip -tqq '\(folder.path.appending("a.zip").display)'")
        #expect(tried.isEmpty, "unzip has nothing to complain of")
    }

    @Test func anEmptyOneIsOne() throws {
        #expect(try read(zip([]), "print(len(zip.infolist()), zip.testzip())") == "0 None\n")
    }

    /// More files than 16 bits can count, without their bytes.
    @Test func thereMayBeManyFiles() throws {
        var (writer, zip) = (ZipWriter(), [UInt8]())
        for number in 0..<65_600 {
            zip += writer.begin("\(number)", modified: -1, clock: Self.clock, atMost: 0) + writer.endFile()
        }
        zip += writer.end()
        #expect(try read(zip, "print(len(zip.infolist()), zip.infolist()[-1].filename)") == "65600 65599\n")
    }

    /// Behind a hole, which takes no room on the disk.
    @Test func theyMayLieBeyondFourGigabytes() throws {
        let place: UInt64 = 5 << 30
        var writer = ZipWriter()
        writer.count = place
        var zip = writer.begin("far", modified: 0, clock: Self.clock, atMost: 3)
        writer.add([1, 2, 3])
        zip += [1, 2, 3] + writer.endFile() + writer.end()
        try folder.write("a.zip", [])
        let file = try OpenFile(folder.path.appending("a.zip"), .change, doing: "make")
        try file.setSize(Int(place))
        try file.write(zip, at: Int(place))
        let told = try Shell.output(
            of:
                "python3 -c 'import sys, zipfile; zip = zipfile.ZipFile(sys.argv[1]); print(zip.testzip(), zip.read(\"far\"))' "
                + "'\(folder.path.appending("a.zip").display)'")
        #expect(told == "None b'\\x01\\x02\\x03'\n")
    }

    @Test(arguments: [
        (["a.jpg", "a.jpg", "A.JPG"], ["x/a.jpg", "x/a (2).jpg", "x/A (3).JPG"]),
        (
            [".hidden", ".hidden", "no ending", "no ending"],
            ["x/.hidden", "x/.hidden (2)", "x/no ending", "x/no ending (2)"]
        ),
        (["..", "../up", "..\\up\n", ""], ["x/_", "x/.._up", "x/.._up_", "x/_ (2)"]),
    ])
    func namesAreThereOnceAndLeadNowhereElse(_ names: [String], _ wanted: [String]) {
        var taken = ZipNames()
        #expect(names.map { taken.name(of: $0, in: ["x"]) } == wanted)
    }
}
