import EvokeTestSupport
import EvokeValues
import Testing

/// A folder as Google Takeout gives it.
@Suite struct TakeoutTests {
    private let program = Program()

    @Test func datesPlacesAndWordsAreFound() async throws {
        try program.home.write("Takeout/Google Photos/Photos from 2015/IMG_1.png", TestPicture.png(1))
        try program.home.write("Takeout/Google Photos/Photos from 2015/IMG_2.png", TestPicture.png(2))
        let note = """
            {"title": "IMG_1.png", "description": "the tower", "photoTakenTime": {"timestamp": "1436954400"},
             "geoData": {"latitude": 48.8583701, "longitude": 2.2944813, "altitude": 0.0},
             "people": [{"name": "Anna"}]}
            """
        try program.home.write(
            "Takeout/Google Photos/Photos from 2015/IMG_1.png.supplemental-metadata.json", note.utf8)
        #expect(try await program.run("index", program.home.path.appending("Takeout").display).code == 0)
        for query in ["date:2015-07-15", "tag:anna", "place:paris"] {
            let found = try await program.run("search", "--paths", query)
            #expect(found.lines.map { $0.hasSuffix("IMG_1.png") } == [true], "\(query): \(found.text) \(found.errors)")
        }
    }
}
