import EvokeValues
import Foundation
import Testing

@Suite struct ErrorTests {
    private let error = EvokeError(
        .diskFull, doing: "write", subject: "a", reason: "the disk is full",
        remedies: [.advice("Free some space."), .chooseOption(.library), .index(FilePath("/b"))],
        cause: EvokeError.Cause("errno", code: 28, text: "No space left on device"))

    @Test func remediesAreSaidOneAfterTheOther() {
        #expect(error.remedy == "Free some space. Choose another place for the library. Index the folder '/b'.")
        #expect("\(error)" == "Could not write 'a': the disk is full. \(error.remedy)")
        #expect(error.description { _ in "Do." } == "Could not write 'a': the disk is full. Do. Do. Do.")
        #expect(EvokeError(.damaged, doing: "read", subject: "", reason: "it is cut").remedies.isEmpty)
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
        #expect(
            try String(decoding: JSONEncoder().encode([EvokeError.Kind.notFound]), as: UTF8.self) == #"["notFound"]"#)
        let own = EvokeError.Kind(rawValue: "outOfPaper")
        #expect(try JSONDecoder().decode([EvokeError.Kind].self, from: Data(#"["outOfPaper"]"#.utf8)) == [own])
        #expect(!EvokeError.Kind.known.contains(own))
    }

    @Test func whatIsSaidAnewKeepsTheRest() {
        let other = error.with(kind: .readOnly, subject: "b")
        #expect(other.kind == .readOnly && other.subject == "b" && other.cause == error.cause)
        #expect(other.remedies == error.remedies && other.doing == error.doing && other.reason == error.reason)
        #expect(error.with() == error)
    }
}
