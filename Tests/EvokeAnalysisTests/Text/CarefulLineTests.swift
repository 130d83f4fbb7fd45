import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Which readings of a line are asked for.
@Suite struct CarefulLineTests {
    /// Dark on bright above, and the other way round below, so that what is asked for tells which way the line lies.
    private static let view: LineView = {
        let bytes = (0..<100 * 60).flatMap { pixel in [UInt8](repeating: pixel / 100 < 30 ? 40 : 200, count: 3) }
        // swift-format-ignore: NeverUseForceTry
        let picture = try! Pixels(bytes, size: PixelSize(width: 100, height: 60))
        let place = Rectangle(middle: PlanePoint(50, 30), along: PlanePoint(1, 0), width: 80, height: 40)
        return LineView(place: place, picture: picture, crop: LineCrop(place, of: picture, longest: 1_920))
    }()

    @Test func whatLatinReadsWellIsReadInNoOtherScript() throws {
        let reader = ScriptedReader(["eng": ("a red bicycle", 0.96), "rus": ("аге", 0.9)])
        let line = try careful("a red bicycle", 0.97, by: reader)
        #expect(reader.asked == ["eng"])
        #expect(line.choice.line(Habits(languages: reader.languages))?.text == "a red bicycle")
    }

    @Test func whatOneLanguageSettlesIsReadInNoOther() throws {
        let languages = ["eng", "fra", "spa", "rus"]
        let says = ["eng": ("Un camion", 0.7), "fra": ("Un camion", 0.96), "spa": ("Un camion", 0.9)]
        let reader = ScriptedReader(says, languages: languages)
        let line = try careful("Un camion", 0.97, by: reader)
        #expect(reader.asked == ["eng", "fra"])
        // The next one is read in French first.
        var habits = Habits(languages: languages)
        habits.record([line.choice])
        #expect(habits.main == "fra")
        _ = try careful("Un camion", 0.97, habits, by: reader)
        #expect(reader.asked == ["eng", "fra", "fra"])
        // And what English settled is read in French after all.
        let other = ScriptedReader(["eng": ("cafe", 0.96), "fra": ("café", 0.95)], languages: languages)
        var first = try careful("cafe", 0.97, by: other)
        try first.readAgain(habits)
        #expect(other.asked == ["eng", "fra"] && first.choice.line(habits)?.text == "café")
    }

    @Test func whatIsClearlyRussianIsReadInOneLatinLanguageAlone() throws {
        let says = ["eng": ("Gemeseri", 0.1), "rus": ("Селезень", 0.97)]
        let languages = ["eng", "fra", "spa", "rus"]
        let reader = ScriptedReader(says, languages: languages)
        let line = try careful("Cene3eHb", 0.9, by: reader)
        #expect(reader.asked == ["eng", "rus"])
        var habits = Habits(languages: languages)
        habits.record([line.choice])
        _ = try careful("Cene3eHb", 0.9, habits, by: reader)
        #expect(reader.asked == ["eng", "rus", "rus"])
    }

    @Test func whatLatinReadsBadlyIsReadAsLookAlikesAndInOtherInks() throws {
        let reader = ScriptedReader(["eng": ("Gemeseri", 0.1), "rus": ("Селезень", 0.7), "tha": ("ธ", 0.9)])
        let line = try careful("Cene3eHb", 0.97, by: reader)
        #expect(reader.asked == ["eng", "rus", "rus", "rus"], "three inks; Thai does not look like Latin")
        #expect(line.choice.line(Habits(languages: reader.languages))?.text == "Селезень")
    }

    @Test func anotherScriptMayBeUpsideDown() throws {
        let reader = ScriptedReader(["eng": ("dn", 0.2), "tha": ("ด", 0.3)], upsideDown: ["tha": ("สวัสดี ครับ", 0.95)])
        let line = try careful("euU5", 0.4, by: reader)
        #expect(line.choice.line(Habits(languages: reader.languages))?.text == "สวัสดีครับ")
        #expect(line.view.place.along.x < 0)
    }

    @Test func noiseStaysTheWayItWasFound() throws {
        let reader = ScriptedReader(["eng": ("|", 0.2)], upsideDown: ["tha": ("ธ ๒ ๕", 0.5)])
        let line = try careful("xyz", 0.5, by: reader)
        #expect(line.view.place == Self.view.place)
    }

    @Test func onceThePictureIsRussianEachLineIsReadSo() throws {
        let reader = ScriptedReader(["eng": ("Hocok", 0.87), "rus": ("Носок", 0.93)])
        var line = try careful("Hocok", 0.94, by: reader)
        #expect(reader.asked == ["eng"])
        var other = LineChoice(Recognition("KpacHaa", 0.7))
        other.add(LineWords([LineWords.Word("Красная", confidence: 0.9, isKnown: true)]), in: "rus")
        var habits = Habits(languages: reader.languages)
        habits.record([line.choice, other])
        try line.readAgain(habits)
        #expect(line.choice.line(habits)?.text == "Носок")
    }

    @Test func inkIsDrawnDarkOnBright() {
        let letters: [UInt8] = [120, 120, 10, 120, 250, 120, 10, 120, 120, 250, 120, 120]
        let dark = Ink.dark.drawn(letters)
        #expect(dark[2] == 0 && dark[4] == 255 && dark[0] == 255)
        let bright = Ink.bright.drawn(letters)
        #expect(bright[4] < 10 && bright[2] == 255 && bright[0] == 255 && Ink.any.drawn(letters) == letters)
        #expect(Ink.dark.drawn([7, 7]).count == 2, "a plain line has no ink")
    }

    @Test func theLineIsSeenWithWhatIsAroundIt() {
        let wide = Self.view.gray(.any)
        let tight = Self.view.gray(.dark)
        #expect(wide.height == 62 + 20 && tight.height == 48 + 20 && wide.width > tight.width)
        #expect(wide.bytes[0] == 40 && wide.bytes[wide.bytes.count - 1] == 200)
        #expect(Self.view.upsideDown.gray(.any).bytes[0] == 200)
    }

    private func careful(
        _ text: String, _ confidence: Float, _ habits: Habits? = nil, by reader: ScriptedReader
    ) throws -> CarefulLine {
        try CarefulLine(
            Self.view, Recognition(text, confidence), upsideDown: { Recognition("", 0) },
            habits ?? Habits(languages: reader.languages), by: reader)
    }
}

/// Says what it was told to, and notes what it was asked for.
private final class ScriptedReader: LineReading {
    typealias Says = [String: (text: String, confidence: Double)]

    let identity = "scripted"
    let languages: [String]
    private let says, upsideDown: Says
    private let log = Locked<[String]>([])

    init(_ says: Says, upsideDown: Says = [:], languages: [String] = ["eng", "rus", "tha"]) {
        (self.says, self.upsideDown, self.languages) = (says, upsideDown, languages)
    }

    var asked: [String] { log.withLock { $0 } }

    func read(_ line: GrayLine, in language: String) throws -> LineWords {
        log.withLock { $0.append(language) }
        let isUpright = line.bytes[0] < line.bytes[line.bytes.count - 1] || line.height == 68
        guard let said = (isUpright ? says : upsideDown)[language] else { return LineWords([]) }
        return LineWords(
            said.text.split(separator: " ").map {
                LineWords.Word(String($0), confidence: said.confidence, isKnown: said.confidence > 0.6)
            })
    }
}
