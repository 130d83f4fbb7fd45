import EvokeValues
import Foundation
import Testing

@Suite struct ErrorTests {
    private let error = EvokeError(
        .diskFull, doing: "write", subject: "a", reason: "the disk is full",
        remedies: [.advice("Free some space."), .chooseOption(.library), .index(DiskPath("/b"))],
        cause: EvokeError.Cause("errno", code: 28, text: "No space left on device"))

    @Test func remediesAreSaidOneAfterTheOther() {
        let remedy = "Free some space. Choose another location for the library. Index the folder '/b'."
        #expect(error.remedy == remedy && "\(error)" == "Could not write 'a': the disk is full. \(remedy)")
        #expect(error.description { _ in "Do." } == "Could not write 'a': the disk is full. Do. Do. Do.")
        let bare = EvokeError(.inference, doing: "start", subject: "", reason: "it is late")
        #expect(bare.remedies.isEmpty && "\(bare)" == "Could not start: it is late.")
    }

    @Test func whatIsWrittenDownIsReadAsItWas() throws {
        for error in [error, EvokeError(.inference, doing: "start", subject: "", reason: "it is late")] {
            #expect(try JSONDecoder().decode(EvokeError.self, from: JSONEncoder().encode(error)) == error)
        }
    }

    /// Notes of downloads hold errors, and outlive an update of Evoke.
    @Test(arguments: ["Wait.", ""]) func whatVersion01WroteIsRead(remedy: String) throws {
        let text = """
            {"kind": "unreachable", "doing": "fetch", "subject": "m", "reason": "it is gone", "remedy": "\(remedy)"}
            """
        let read = try JSONDecoder().decode(EvokeError.self, from: Data(text.utf8))
        #expect(
            read == EvokeError(.unreachable, doing: "fetch", subject: "m", reason: "it is gone", remedy: remedy))
        #expect(read.remedy == remedy)
    }

    @Test func kindsAreTheirNamesAndOthersMayHaveTheirOwn() throws {
        #expect(Set(EvokeError.Kind.known).count == EvokeError.Kind.known.count)
        let kinds = [EvokeError.Kind.notFound, EvokeError.Kind(rawValue: "outOfPaper")]
        let text = try String(decoding: JSONEncoder().encode(kinds), as: UTF8.self)
        #expect(text == #"["notFound","outOfPaper"]"#)
        #expect(try JSONDecoder().decode([EvokeError.Kind].self, from: Data(text.utf8)) == kinds)
        #expect(EvokeError.Kind.known.contains(kinds[0]) && !EvokeError.Kind.known.contains(kinds[1]))
    }

    @Test func whatIsSaidAnewKeepsTheRest() {
        let other = EvokeError(
            .readOnly, doing: error.doing, subject: "b", reason: error.reason, remedies: error.remedies,
            cause: error.cause)
        #expect(error.with(kind: .readOnly, subject: "b") == other && error.with() == error)
    }
}
