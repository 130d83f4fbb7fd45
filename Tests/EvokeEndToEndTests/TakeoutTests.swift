import EvokeTestSupport
import EvokeValues
import Testing

/// A folder as Google Takeout gives it.
@Suite struct TakeoutTests {
    private let program = Program()

    /// The photos of an album lie in the folder of their year as well.
    @Test func favoritesAndAlbumsAreTakenOver() async throws {
        let root = "Takeout/Google Fotos"
        func record(_ title: String, _ more: String = "") -> String.UTF8View {
            "{\"title\": \"\(title)\", \"photoTakenTime\": {\"timestamp\": \"1436954400\"}\(more)}".utf8
        }
        for number in 1...3 {
            let name = "IMG_\(number).png"
            try program.home.write("\(root)/Photos from 2015/\(name)", TestPicture.png(number))
            let more = number == 1 ? ", \"favorited\": true" : ""
            try program.home.write("\(root)/Photos from 2015/\(name).supplemental-metadata.json", record(name, more))
        }
        try program.home.write("\(root)/Photos from 2015/metadata.json", "{\"title\": \"Photos from 2015\"}".utf8)
        try program.home.write("\(root)/Rom (1)/IMG_2.png", TestPicture.png(2))
        try program.home.write("\(root)/Rom (1)/IMG_2.png.json", record("IMG_2.png"))
        try program.home.write("\(root)/Rom (1)/FILM.mp4.json", record("FILM.mp4"))
        try program.home.write("\(root)/Rom (1)/Metadaten.json", "{\"title\": \"Rom & \\\"Umgebung\\\"\\n2015\"}".utf8)
        try program.home.write("\(root)/Old/IMG_3.png", TestPicture.png(3))
        try program.home.write("\(root)/Old/metadata.json", "{\"albumData\": {\"title\": \"Old one\"}}".utf8)
        try program.home.write("\(root)/Broken/IMG_4.png", TestPicture.png(4))
        try program.home.write("\(root)/Broken/metadata.json", "{\"title\": ".utf8)
        let path = program.home.path.appending("Takeout").display
        let taken = try await program.run("import", "takeout", path)
        #expect(taken.code == 0, "\(taken.errors)")
        #expect(taken.errors.contains("1 favorite and 2 albums (Old one, Rom & \"Umgebung\" 2015)."), "\(taken.errors)")
        #expect(try await program.run("album").lines == ["Old one\t2", "Rom & \"Umgebung\" 2015\t2"])
        for (query, names) in [
            ("is:favourite", ["IMG_1.png"]), ("date:2015-07-15 file:IMG_1", ["IMG_1.png"]),
            ("album:\"old one\"", ["IMG_3.png", "IMG_3.png"]),
        ] {
            #expect(try await program.run("search", "--paths", query).names == names, "\(query)")
        }
        let again = try await program.run("import", "takeout", path)
        #expect(again.errors.contains("0 favorites and 0 albums."), "\(again.errors)")
        #expect(try await program.run("mark", "undo").errors.contains("(1 photo)"))
        #expect(try await program.run("search", "--paths", "is:favourite").lines.isEmpty)
    }
}
