import EvokeSystem
import EvokeTestSupport
import Glibc
import Testing

@Suite struct ShortProgramTests {
    @Test func whoeverDoesNotAnswerIsNotWaitedFor() {
        let outcome = ShortProgram.output(of: ["sleep", "1000"], limit: .milliseconds(50))
        #expect(throws: ShortProgram.Failure.late) { try outcome.get() }
    }

    @Test func itsSuccessAndItsWordsAreHeard() throws {
        #expect(try ShortProgram.output(of: ["echo", "one", "two"]).get() == "one two\n")
        #expect(throws: ShortProgram.Failure.failed) { try ShortProgram.output(of: ["false"]).get() }
        #expect(throws: ShortProgram.Failure.absent) { try ShortProgram.output(of: ["no-such-program"]).get() }
    }
}
