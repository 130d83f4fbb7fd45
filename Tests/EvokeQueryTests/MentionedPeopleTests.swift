import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeQuery

@Suite struct MentionedPeopleTests {
    private let names = KnownNames(["Anna Smith", "Ben", "Rose", "Žofie", "Florence", "van der Berg"])

    private func read(_ text: String) throws -> String {
        let read = try ParsedQuery(text, now: CivilTime(seconds: 0)).understanding(
            people: names, leadsToPlace: ["in", "near"].contains)
        return "\(read.query)"
    }

    @Test(arguments: [
        ("Anna at the beach", "at the beach person:Anna"),
        ("anna smith at the beach", #"at the beach person:"anna smith""#),
        ("a birthday with Anna and Ben", "a birthday person:Anna person:Ben"),
        ("Anna's birthday", "birthday person:Anna"),
        ("Zofie", "person:Zofie"),
        ("Smith last summer", "person:Smith date:1969-06..1969-08"),
        ("Frau van der Berg", #"Frau person:"van der Berg""#),
        ("ein Bild von Rose, lachend", "ein Bild , lachend person:Rose"),
    ])
    func namesAreUnderstood(text: String, canonical: String) throws { #expect(try read(text) == canonical) }

    @Test(arguments: [
        "a rose", "anna at the beach", "beach in Florence", #""Anna" text"#, "Annalena", "ben|anna", "a berg",
        "der Hund",
    ])
    func otherWordsStay(text: String) throws {
        let plain = try ParsedQuery(text, now: CivilTime(seconds: 0))
        let read = try plain.understanding(people: names, leadsToPlace: ["in", "near"].contains)
        #expect(read == plain)
    }

    /// What says how a photo was taken goes with its camera.
    @Test(arguments: [
        ("sunset taken with a Nikon", "sunset camera:Nikon"), ("photos shot on my iphone", "camera:iphone"),
        ("pictures not taken with the Nikon D750", #"-camera:"Nikon D750""#),
        ("made with a Nikon or an iPhone", "camera:Nikon|iPhone"),
        ("Fotos mit einer Nikon aufgenommen", "camera:Nikon"),
        ("photos prises avec un Nikon en 2012", "camera:Nikon date:2012"),
        ("fotos tomadas con una Nikon", "camera:Nikon"),
        ("fotos tiradas com uma Nikon", "camera:Nikon"), ("foto scattate con la Nikon", "camera:Nikon"),
        ("foto's genomen met een Nikon", "camera:Nikon"), ("фото, снятые на Nikon", "camera:Nikon"),
        ("Nikonで撮った写真", "camera:Nikon"), ("用Nikon拍的照片", "camera:Nikon"), ("ภาพที่ถ่ายด้วย Nikon", "camera:Nikon"),
        ("Nikon", "Nikon"), ("a box with a Nikon", "a box with a Nikon"), ("taken with a Leica", "taken with a Leica"),
        ("photos taken with a nikon", "camera:nikon"),
        ("taken in Nikon", "taken in Nikon"), ("a Nikon taken apart", "a Nikon taken apart"),
    ])
    func camerasAreUnderstood(text: String, canonical: String) throws {
        let cameras = KnownNames(["NIKON CORPORATION NIKON D750", "Apple iPhone 12", "Canon PowerShot A 70"])
        let read = try ParsedQuery(text, now: now).understanding(cameras: cameras)
        #expect("\(read.query)" == canonical)
    }

    @Test(arguments: [
        ("videos", "type:video"), ("my videos from 2012", "type:video date:2012"),
        ("show me videos of dogs", "dogs type:video"), ("dog videos", "dog type:video"),
        ("video of a birthday cake", "a birthday cake type:video"),
        ("videos without children", "without children type:video"),
        ("no videos", "-type:video"), ("not videos, in 2012", "-type:video date:2012"),
        ("Videos vom Hund", "vom Hund type:video"), ("vidéos de chiens", "chiens type:video"),
        ("犬の動画", "犬の type:video"),
        ("狗的视频", "狗的 type:video"), ("видео с собакой", "с собакой type:video"), ("วิดีโอแมว", "แมว type:video"),
        ("my favorites", "is:favourite"), ("favorite photos of dogs", "photos of dogs is:favourite"),
        ("meine Lieblingsfotos", "is:favourite"), ("mis fotos favoritas de 2012", "is:favourite date:2012"),
        ("favorite videos", "is:favourite type:video"), ("お気に入りの写真", "is:favourite"),
        ("video games", "video games"), ("watching a video", "watching a video"),
        ("my favorite toy", "my favorite toy"), ("a video camera on a tripod", "a video camera on a tripod"),
        ("photos and videos from 2012", "date:2012"), ("2012年の写真と動画", "date:2012"),
    ])
    func kindsOfPhotosAreUnderstood(text: String, canonical: String) throws {
        #expect(try "\(ParsedQuery(text, now: now).query)" == canonical)
    }

    @Test func nobodyIsKnown() throws {
        let plain = try ParsedQuery("Anna at the beach", now: CivilTime(seconds: 0))
        #expect(try plain.understanding(people: KnownNames([]), leadsToPlace: { _ in false }) == plain)
    }
}
