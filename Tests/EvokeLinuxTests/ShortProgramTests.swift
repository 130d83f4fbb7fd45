import EvokeLinux
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
        for (program, failure) in [("false", ShortProgram.Failure.failed), ("no-such-program", .absent)] {
            #expect(throws: failure) { try ShortProgram.output(of: [program]).get() }
        }
    }
}
