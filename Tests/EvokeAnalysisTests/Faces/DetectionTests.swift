import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// From the detector's numbers to faces.
@Suite struct DetectionTests {
    @Test func anAnswerIsReadAtItsPlace() throws {
        var (numbers, scores) = ([Float](repeating: 0, count: 2_304 * 16), [Float](repeating: -80, count: 2_304))
        // The third place of the second row: its middle is at 10, 6.
        let place = 48 + 2
        numbers.replaceSubrange(16 * place..<16 * place + 8, with: [4, -2, 30, 40, -6, -8, 9, -7])
        scores[place] = 2
        let found = DetectorAnswer.detections(numbers, scores: scores, least: 0.5)
        let face = try #require(found.first)
        #expect(found.count == 1 && face.middle == PlanePoint(14, 4) && face.size == PlanePoint(30, 40))
        #expect(face.eyes == [PlanePoint(4, -2), PlanePoint(19, -1)] && abs(face.score - 0.8808) < 1e-4)
        #expect(DetectorAnswer.detections(numbers, scores: scores, least: 0.9).isEmpty)
    }

    /// A graph of others may answer anything.
    @Test(arguments: [Float.nan, .infinity, -.infinity, 0]) func nonsenseIsNoFace(number: Float) {
        let numbers = [Float](repeating: number, count: 2_304 * 16)
        for score in [Float.nan, .infinity, 80] {
            let scores = [Float](repeating: score, count: 2_304)
            #expect(DetectorAnswer.detections(numbers, scores: scores, least: 0.5).isEmpty)
        }
    }

    @Test func whatIsSeenTwiceIsOneFace() {
        let one = face(100, 100, 40, 0.9)
        let again = face(104, 98, 42, 0.6)
        let inside = face(105, 105, 15, 0.8)
        let other = face(140, 100, 40, 0.7)
        #expect(Detection.joined([again, other, one, inside]) == [one, other] && Detection.joined([]).isEmpty)
    }

    @Test func theMeanOfAFaceIsTakenByScores() throws {
        let found = Detection.averaged([face(100, 100, 40, 0.9), face(110, 100, 40, 0.3), face(300, 100, 40, 0.5)])
        try #require(found.count == 2)
        #expect(abs(found[0].middle.x - 102.5) < 1e-9 && found[0].score == 0.9)
    }

    /// What reaches beyond the picture is cut off, whatever is left of it.
    @Test func aBoxLiesInThePicture() {
        let faces = [face(50, 40, 20, 1), face(0, 0, 20, 1), face(99, 79, 20, 1), face(-50, 200, 20, 1)]
        #expect(
            faces.map { Face.Box($0, in: PixelSize(width: 100, height: 80)) } == [
                Face.Box(x: 40, y: 30, width: 20, height: 20), Face.Box(x: 0, y: 0, width: 10, height: 10),
                Face.Box(x: 89, y: 69, width: 11, height: 11), Face.Box(x: 0, y: 79, width: 1, height: 1),
            ])
    }

    private func face(_ x: Double, _ y: Double, _ side: Double, _ score: Double) -> Detection {
        Detection(
            middle: PlanePoint(x, y), size: PlanePoint(side, side), eyes: [PlanePoint(x - 5, y), PlanePoint(x + 5, y)],
            score: score)
    }
}
