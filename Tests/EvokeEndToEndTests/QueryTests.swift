import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// The language of queries, on the demo album with the real program.
@Suite struct QueryTests {
    private func found(_ words: String...) async throws -> [String] {
        try await AlbumLibrary.program().run("exec", ["search", "--top", "400", "--all", "--paths"] + words).lines
    }

    @Test func whatIsRequiredComesBeforeTheRanking() async throws {
        let all = try await found("a bird").count
        let animals = try await found("a bird", "in:animals")
        let others = try await found("a bird", "-in:animals")
        #expect(!animals.isEmpty && animals.allSatisfy { $0.contains("/animals/") })
        #expect(!others.isEmpty && others.allSatisfy { !$0.contains("/animals/") })
        #expect(animals.count + others.count == all)
        let either = try await found("a bird (in:animals OR in:food)")
        #expect(try await found("a bird in:animals|food") == either)
        #expect(Set(either) == Set(try await found("in:food")).union(animals))
        #expect(try await found("in:animals", "sort:name") == (try await found("in:animals sort:name")))
    }

    @Test func partsWithWordsOfTheirOwnAreOneAnswer() async throws {
        let answer = try await object("(penguin in:animals) OR (violin in:hobbies)", top: 400)
        let results = try #require(answer["results"] as? [[String: Any]])
        let paths = results.compactMap { $0["path"] as? String }
        let (animals, hobbies) = (try await found("in:animals"), try await found("in:hobbies"))
        #expect(paths.count == animals.count + hobbies.count && Set(paths) == Set(animals + hobbies))
        #expect(answer["total"] as? Int == paths.count)
        #expect(results.map { $0["rank"] as? Int } == (1...results.count).map { $0 })
        let written = results.filter(Self.isWritten)
        #expect(!written.isEmpty && results.prefix(written.count).allSatisfy(Self.isWritten), "names have the words")
        let places = results.dropFirst(written.count).map {
            (($0["fits"] as? Bool ?? true) ? 0 : 1, -($0["score"] as? Double ?? 0))
        }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "what fits comes first, then the best")
        #expect(
            paths.prefix(10).contains { $0.contains("penguin") } && paths.prefix(10).contains { $0.contains("violin") })
    }

    private static func isWritten(_ result: [String: Any]) -> Bool {
        (result["why"] as? [[String: Any]] ?? []).contains { $0["by"] as? String == "text" }
    }

    @Test func mistakesAreShownWhereTheyAre() async throws {
        for (query, words) in [
            ("dog ratting:5", ["character 5", "ratting:5", "rating:"]),
            ("date:2021..2019", ["character", "2021..2019"]),
            ("(dog", ["character"]), ("\"dog", ["character"]),
        ] {
            let outcome = try await Program().run("search", query)
            #expect(outcome.code == 64 && outcome.output.isEmpty, "\(query)")
            for word in words { #expect(outcome.errors.contains(word), "\(query): \(outcome.errors)") }
        }
    }

    @Test func oneThatCannotBeReadLeavesTheOthersOfABatch() async throws {
        let folder = TemporaryFolder()
        let file = try folder.write("queries.txt", "a bird\nratting:5\nin:food\n".utf8)
        let outcome = try await evoke("search", "--batch", file.display, "--json", "--top", "1")
        let answers = try outcome.objects()
        #expect(outcome.code == 3 && answers.count == 3)
        #expect(answers.map { $0["error"] != nil } == [false, true, false])
    }

    /// Photos that fit what is avoided come last, and are not listed.
    @Test func whatIsAvoidedIsNotAmongWhatFits() async throws {
        func results(_ query: String) async throws -> [[String: Any]] {
            try #require(try await object(query, top: 400)["results"] as? [[String: Any]])
        }
        func paths(_ results: [[String: Any]]) -> [String] { results.compactMap { $0["path"] as? String } }
        let birds = Set(paths(try await results("a bird").filter { $0["fits"] as? Bool == true }))
        #expect(birds.count > 5)
        let all = try await results("a dog -(a bird)")
        let last = all.suffix(birds.count)
        #expect(all.count >= 250 && Set(paths(Array(last))) == birds)
        #expect(last.allSatisfy { $0["fits"] as? Bool == false })
        #expect(all.contains { $0["fits"] as? Bool == true })
        #expect(all.map { $0["rank"] as? Int } == (1...all.count).map { $0 })
        let two = try await results("a dog -(a bird) -(a flower)")
        let flowers = Set(paths(try await results("a flower").filter { $0["fits"] as? Bool == true }))
        #expect(Set(paths(Array(two.suffix(birds.union(flowers).count)))) == birds.union(flowers))

        let animals = Set(paths(try await results("in:animals")))
        #expect(Set(paths(try await results("-(a bird) in:animals"))) == animals.subtracting(birds))
        #expect(try await results("-(a bird)").count == all.count - birds.count)
    }

    /// What is listed by its conditions alone fits, all of it; and what is shown anyway is not offered again.
    @Test func whatIsSaidBesidesIsTrue() async throws {
        let food = try await found("in:food").count
        let list = try await evoke("search", "--top", "3", "in:food")
        #expect(list.lines.count == 3 && list.errors == "3 of \(food) photos: --top\n")
        let whole = try await evoke("search", "--top", "\(food)", "in:food")
        #expect(whole.lines.count == food && whole.errors.isEmpty)
        let none = try await evoke("search", "--top", "20", "--all", "quarterly tax return of a limited company")
        #expect(none.lines.count == 20 && !none.errors.contains("--all"), "\(none.errors)")
    }

    @Test func explainingNeedsNoLibrary() async throws {
        let outcome = try await Program().run(
            "search", "--explain", "dog", "-crowd", "date:>=2019", "rating:4..5", "sort:newest", "fits:all")
        #expect(outcome.code == 0)
        let again = try await Program().run("search", "--explain", outcome.lines.joined())
        #expect(again.lines == outcome.lines && outcome.lines.count == 1)
        #expect(outcome.lines[0].contains("-crowd") && outcome.lines[0].contains("sort:newest"))
    }

    /// Which names are places is for the library to say.
    @Test func placesAreExplainedByALibrary() async throws {
        let program = Program()
        let folder = TemporaryFolder()
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.834N"
            exif:GPSLongitude="9,8.364W"/></rdf:RDF></x:xmpmeta>
            """
        try folder.write("photos/a.png", TestPicture.png(1))
        try folder.write("photos/a.xmp", sidecar.utf8)
        let query = "sunset in Lissabon last week"
        let without = try await program.run("search", "--explain", query)
        #expect(without.code == 0 && !without.text.contains("place:"), "there is no library yet")
        #expect(try await program.run("index", folder.path.appending("photos").display).code == 0)
        let explained = try await program.run("search", "--explain", query)
        #expect(explained.code == 0 && explained.text.hasPrefix("sunset place:Lisbon date:"), "\(explained.text)")
        #expect(explained.errors.contains("'in Lissabon' as place:Lisbon"), "\(explained.errors)")
        #expect(explained.errors.contains("'last week' as date:"))
        let literal = try await program.run("search", "--explain", "--literal", query)
        #expect(literal.lines == [query] && literal.errors.isEmpty)

        // Without a preposition they count as text.
        let found = try #require(try await program.run("search", "--json", "lissabon").objects().first)
        let result = try #require((found["results"] as? [[String: Any]])?.first)
        #expect(result["place_name"] as? String == "Lisbon, Portugal" && result["fits"] as? Bool == true)
        let why = try #require(result["why"] as? [[String: Any]]).first { $0["by"] as? String == "text" }
        #expect(why?["field"] as? String == "place" && why?["part"] as? String == "lissabon")
        let written = why?["written"] as? [[String: Any]]
        #expect(written?.map { $0["text"] as? String } == ["Lisbon", ", Portugal"])
        #expect(written?.map { $0["marked"] as? Bool } == [true, false])
    }

    @Test func datesInPlainWordsAreUnderstoodAndSaid() async throws {
        let outcome = try await evoke("search", "--json", "beach in May 2019")
        let answer = try #require(try outcome.objects().first)
        let understood = try #require(answer["understood"] as? [[String: String]])
        #expect(understood == [["words": "in May 2019", "query": "date:2019-05"]])
        #expect(outcome.errors.contains("in May 2019") && outcome.errors.contains("--literal"))
        #expect((answer["canonical"] as? String)?.contains("date:2019-05") == true)
        let literal = try await evoke("search", "--json", "--literal", "beach in May 2019")
        #expect(try literal.objects().first?["understood"] == nil && !literal.errors.contains("May"))
    }

    @Test func aServerAnswersAsTheCommandDoes() async throws {
        let program = Program()
        let album = try Installed.album()
        let folders = ["animals", "food"].map { album.appending($0).display }
        #expect(try await program.run("exec", ["index"] + folders).code == 0)
        let queries = ["a bird in:animals", "in:food sort:name", "(penguin in:animals) OR apple", "a bird -in:animals"]
        var answers: [[String: Any]] = []
        for query in queries {
            answers += try await program.run("search", "--json", "--top", "20", query).objects()
        }
        let served = try await ServedLibrary(program)
        for (query, mine) in zip(queries, answers) {
            let target = "/api/search?top=20&q=" + query.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            let answer =
                try JSONSerialization.jsonObject(
                    with: Data(try await served.request("GET", target).body)) as? [String: Any]
            for key in ["results", "total", "canonical"] {
                #expect((answer?[key] as? NSObject) == (mine[key] as? NSObject), "\(query): \(key)")
            }
        }
        // A file is named from where the command is, and not from where the server is.
        let here = album.appending("animals")
        let like = try await program.run(
            "cd '\(here)/birds'; exec", ["search", "--json", "--top", "1", "like:hen.png"])
        #expect(like.code == 0 && like.text.contains("\"results\":[{"), "\(like.errors)")
        #expect(try await served.request("GET", "/api/search?q=like:/etc/passwd").status == 400)
        #expect(try await served.request("GET", "/api/search?q=x%20(y%20OR%20like:a.jpg)").status == 400)
        #expect(try await served.request("GET", "/api/search?q=ratting:5").status == 400)
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome {
        try await AlbumLibrary.program().run("exec", arguments)
    }

    private func object(_ query: String, top: Int) async throws -> [String: Any] {
        try #require(try await evoke("search", "--json", "--top", "\(top)", query).objects().first)
    }
}
