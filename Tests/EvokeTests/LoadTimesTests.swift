import Testing

@testable import Evoke

@Suite struct LoadTimesTests {
    private let start = ContinuousClock.now

    /// Both sides at once, the image side within the text side, and one much later.
    @Test(arguments: [
        (10...70, 10...50, 70), (10...50, 20...70, 70), (10...20, 90...100, 30), (10...20, nil, 20), (nil, nil, 10),
    ]) func whatLoadsAtTheSameTimeCountsOnce(text: ClosedRange<Int>?, image: ClosedRange<Int>?, total: Int) {
        let times = LoadTimes(
            model: time(0...10), text: text.map(time), tokenizer: text.map { _ in .milliseconds(3) },
            image: image.map(time))
        #expect(times.total == .milliseconds(total))
        #expect(times.model == .milliseconds(10) && times.text == text.map { .milliseconds($0.count - 1) })
    }

    private func time(_ range: ClosedRange<Int>) -> Range<ContinuousClock.Instant> {
        start + .milliseconds(range.lowerBound)..<start + .milliseconds(range.upperBound)
    }
}
