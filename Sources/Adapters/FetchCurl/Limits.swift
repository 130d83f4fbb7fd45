/// Time and size limits.
package struct Limits: Sendable {
    /// The time limit for a connection with its handshake, in seconds: short on the first try, so that a missing
    /// network is noticed soon, and longer on later tries, for slow networks.
    package var connecting = 8
    package var connectingAgain = 30
    /// A try ends if it receives fewer bytes per second than this...
    package var slowest = 1_000
    /// ...for this many seconds.
    package var patience = 60

    /// The pause before the second try; it doubles with each further one.
    package var firstWait = Duration.seconds(1)
    package var longestWait = Duration.seconds(60)
    /// The longest pause that a server may ask for.
    package var longestAskedWait = Duration.seconds(300)
    /// A try that received this much, or half of what was missing, resets the count of failed tries.
    package var worthwhile: Int64 = 1 << 16

    package var redirects = 10
    package var headerBytes = 1 << 18
    /// The limit of an answer that is not the file.
    package var ignoredBytes = 1 << 16
    /// The limit of a call's answer.
    package var answerBytes = 64 << 20
    /// The limit of a file of unknown size.
    package var unknownSize: Int64 = 64 << 30

    package init() {}
}
