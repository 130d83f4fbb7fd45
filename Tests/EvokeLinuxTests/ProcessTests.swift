import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@Suite struct ProcessTests {
    private let folder = TemporaryFolder()

    @Test func variablesAreTakenAsTheyAre() {
        #expect(Environment.variable("EVOKE_NO_SUCH_VARIABLE") == nil && !Environment.has("EVOKE_NO_SUCH_VARIABLE"))
        #expect(Environment.variable("PATH") == getenv("PATH").map { DiskPath(cString: $0) })
    }

    @Test func theMachineHasCoresAndMemory() {
        #expect(Machine.cores >= 1 && Machine.memory > 1 << 20)
    }

    @Test func thisProcessKnowsItself() {
        #expect(OwnProcess.number == getpid() && OwnProcess.user == geteuid())
        #expect(FileSystem.resolve(OwnProcess.program).map(FileSystem.canRun) == true)
        #expect(OwnProcess.nameOfThread.hasPrefix("\(getpid())-"))
    }

    @Test func aProgramThatIsLetGoHasItsVariablesAndItsEndIsSeen() async throws {
        let shell = try #require(DetachedProgram.find("sh"))
        let file = folder.path.appending("said")
        let program = try DetachedProgram.start(
            shell, ["sh", "-c", "printf %s \"$EVOKE_SAYS\" > \"$EVOKE_FILE\""],
            variables: ["EVOKE_SAYS": "hello", "EVOKE_FILE": file.display])
        try await wait(for: "the program's end") { program.hasEnded() }
        #expect(try FileSystem.read(file) == Array("hello".utf8) && DetachedProgram.find("no-such-program") == nil)
        #expect(throws: EvokeError.self) {
            try DetachedProgram.start(folder.path.appending("none"), ["none"], variables: [:])
        }
    }

    @Test func whatEndsAProcessIsKnown() throws {
        var process = pid_t()
        let code = withCStrings(["sleep", "1000"]) { posix_spawnp(&process, "sleep", nil, nil, $0 + [nil], environ) }
        try #require(code == 0)
        let child = ChildProcess(process)
        #expect(!child.hasEnded())
        child.kill()
        let ending = child.wait()
        #expect(ending.signal == SIGKILL && !ending.isSuccess && Signals.words(of: SIGKILL) == "killed")
    }

    @Test func errorsHaveNumbersAndWords() {
        #expect(Errno(code: EWOULDBLOCK).isHeldByAnother && !Errno.notThere.isHeldByAnother)
        #expect(Errno.notThere.words == "No such file or directory" && close(-1) != 0 && Errno.last.code == EBADF)
    }
}
