/// How long is waited for what, and how much is taken in.
package struct Limits: Sendable {
    /// For a connection with its certificate, in seconds: at first, so that whoever has no network soon hears of it, and
    /// in the tries after that, for slow networks.
    package var connecting = 8
    package var connectingAgain = 30
    /// A try that brings fewer bytes a second...
    package var slowest = 1_000
    /// ...for so many seconds is over.
    package var patience = 60

    /// Before the second try; each further one waits twice as long as the one before.
    package var firstWait = Duration.seconds(1)
    package var longestWait = Duration.seconds(60)
    /// However much longer the server would like.
    package var longestAskedWait = Duration.seconds(300)
    /// A try that brought so many bytes, or half of what was missing, was worth it: the count of tries starts again.
    package var worthwhile: Int64 = 1 << 16

    package var redirects = 10
    package var headerBytes = 1 << 18
    /// Of an answer that is no file.
    package var ignoredBytes = 1 << 16
    /// Of what a procedure answers.
    package var answerBytes = 64 << 20
    /// Of a file whose size nobody said.
    package var unknownSize: Int64 = 64 << 30

    package init() {}
}
