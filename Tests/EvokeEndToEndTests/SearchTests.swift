import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// The demo album, the real model, the real program.
@Suite(.serialized) struct SearchingTheAlbumTests {
    @Test func indexesTheWholeAlbum() async throws {
        let outcome = try await AlbumLibrary.indexingOutcome()
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains(" new."))
        #expect(outcome.output.isEmpty, "progress goes to standard error")
        let status = try #require(try await evoke("status", "--json").objects().first)
        #expect(status["photos"] as? Int ?? 0 >= 250)
        #expect(status["failed"] as? Int == 0)
    }

    @Test(arguments: [
        ("a penguin", "penguin"), ("Pinguin", "penguin"), ("пингвин", "penguin"), ("เพนกวิน", "penguin"),
        ("a violin", "violin"), ("un violon", "violin"), ("Violine", "violin"), ("скрипка", "violin"),
        ("a strawberry", "strawberry"), ("une fraise", "strawberry"), ("สตรอเบอร์รี่", "strawberry"),
    ]) func findsThingsByTheirNamesInManyLanguages(query: String, name: String) async throws {
        let paths = try await evoke("search", "--all", "--top", "5", "--paths", query).lines
        #expect(paths.count == 5)
        #expect(paths.contains { $0.contains(name) }, "\(query): \(paths)")
    }

    @Test func keepsTheJSONContract() async throws {
        let answer = try #require(try await evoke("search", "--json", "--top", "3", "a", "red", "car").objects().first)
        #expect(Set(answer.keys) == ["query", "canonical", "model", "took_ms", "total", "fitting", "results"])
        #expect(answer["query"] as? String == "a red car")
        #expect(answer["model"] as? String == "starter")
        #expect(answer["took_ms"] as? Double ?? -1 > 0)
        let results = try #require(answer["results"] as? [[String: Any]])
        #expect(results.map { $0["rank"] as? Int } == [1, 2, 3])
        let fields: Set = ["rank", "score", "fits", "id", "name", "path", "width", "height", "version"]
        let others: Set = ["taken", "caption", "place_name", "why"]
        #expect(
            results.allSatisfy {
                fields.isSubset(of: $0.keys) && Set($0.keys).subtracting(fields).isSubset(of: others)
            })
        #expect(results.allSatisfy { ($0["fits"] as? Bool == true) == ($0["why"] != nil) })
        let scores = results.compactMap { $0["score"] as? Double }
        #expect(scores.count == 3 && scores == scores.sorted(by: >) && scores[0] <= 1)
    }

    /// What the line is for: an answer ends where it ends, and there may be none.
    @Test func showsWhatFitsAndSaysWhatItLeavesOut() async throws {
        let found = try await evoke("search", "--json", "--top", "400", "a penguin").objects()
        let results = try #require(found.first?["results"] as? [[String: Any]])
        let fits = results.map { $0["fits"] as? Bool ?? false }
        let count = fits.count { $0 }
        #expect((1..<50).contains(count) && fits.prefix(count).allSatisfy { $0 }, "the line is a line")

        let shown = try await evoke("search", "--top", "400", "a penguin")
        #expect(shown.lines.count == count)
        #expect(shown.errors.contains("\(count) fit; \(results.count - count) less likely: --all"), "\(shown.errors)")
        #expect(found.first?["fitting"] as? Int == count)
        let one = try await evoke("search", "--top", "1", "a penguin")
        #expect(
            one.errors.contains("1 of \(count) that fit: --top; \(results.count - count) less likely: --all"),
            "\(one.errors)")
        #expect(try await evoke("search", "--paths", "--top", "400", "a penguin").lines.count == count)
        #expect(try await evoke("search", "--paths", "--all", "--top", "60", "a penguin").lines.count == 60)
    }

    @Test func saysThatNothingFits() async throws {
        let none = try await evoke("search", "quarterly tax return of a limited company")
        #expect(none.code == 0 && none.lines.isEmpty)
        #expect(none.errors.contains("Nothing fits;") && none.errors.contains("less likely: --all"), "\(none.errors)")
        #expect(none.errors.contains("The nearest:"), "\(none.errors)")
        #expect(try await evoke("search", "-0", "quarterly tax return of a limited company").output.isEmpty)
    }

    @Test func drawsNoLineBetweenPhotosLikeAPhoto() async throws {
        let photo = try #require(try await evoke("search", "--all", "--paths", "--top", "1", "a violin").lines.first)
        let answer = try #require(try await evoke("similar", "--json", "--top", "5", photo).objects().first)
        let results = try #require(answer["results"] as? [[String: Any]])
        #expect(results.count == 5 && results.allSatisfy { $0["fits"] == nil })
        #expect(try await evoke("similar", "--paths", "--top", "5", photo).lines.count == 5)
    }

    @Test func answersABatchInItsOrder() async throws {
        let folder = TemporaryFolder()
        let queries = (1...30).map { "query number \($0)" } + ["ein Hund", "un chien"]
        let file = try folder.write("queries.txt", queries.joined(separator: "\n").utf8)
        let answers = try await evoke("search", "--batch", file.display, "--json", "--top", "2").objects()
        #expect(answers.map { $0["query"] as? String } == queries)
        let alone = try #require(try await evoke("search", "--json", "--top", "2", "ein Hund").objects().first)
        let together = answers[30]
        #expect((alone["results"] as? NSArray) == (together["results"] as? NSArray))
    }

    @Test func printsPathsForPipes() async throws {
        let lines = try await evoke("search", "--all", "--paths", "--top", "4", "fruit").lines
        let null = try await evoke("search", "-0", "--all", "--top", "4", "fruit").output
        #expect(null.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } == lines)
        let table = try await evoke("search", "--all", "--top", "4", "fruit").lines.map { $0.split(separator: "\t") }
        #expect(table.map { String($0[2]) } == lines)
    }

    @Test func findsPhotosLikeAPhotoOfTheLibrary() async throws {
        let photo = try #require(try await evoke("search", "--all", "--paths", "--top", "1", "a violin").lines.first)
        let others = try await evoke("similar", "--paths", "--top", "5", photo).lines
        #expect(others.count == 5 && !others.contains(photo))
    }

    @Test func findsPhotosLikeAnyOtherPhoto() async throws {
        let folder = TemporaryFolder()
        let photo = try #require(try await evoke("search", "--all", "--paths", "--top", "1", "a violin").lines.first)
        let copy = try folder.copy(FilePath(photo), to: "copy of it.png")
        let answer = try #require(try await evoke("similar", "--json", "--top", "1", copy.display).objects().first)
        let best = try #require((answer["results"] as? [[String: Any]])?.first)
        #expect(best["path"] as? String == photo)
        #expect(best["score"] as? Double ?? 0 > 0.999)
    }

    @Test func aSecondRunHasNothingToDo() async throws {
        let outcome = try await evoke("index")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("unchanged") && !outcome.errors.contains("new"))
    }

    @Test func embedsTextsAndPhotosInOneSpace() async throws {
        let photo = try #require(try await evoke("search", "--all", "--paths", "--top", "1", "a penguin").lines.first)
        let objects = try await evoke("embed", "--text", "a penguin", "--text", "a spoon", photo).objects()
        #expect(objects.map { $0["input"] as? String } == ["a penguin", "a spoon", photo])
        try #require(objects.count == 3)
        let vectors = try objects.map { try #require($0["embedding"] as? [Double]) }
        #expect(vectors.allSatisfy { abs($0.reduce(0) { $0 + $1 * $1 } - 1) < 1e-3 })
        #expect(objects.allSatisfy { $0["dim"] as? Int == vectors[0].count && $0["model"] as? String == "starter" })
        func score(_ text: Int) -> Double { zip(vectors[text], vectors[2]).reduce(0) { $0 + $1.0 * $1.1 } }
        #expect(score(0) > score(1))
        let answer = try #require(try await evoke("search", "--json", "--top", "1", "a penguin").objects().first)
        let best = try #require((answer["results"] as? [[String: Any]])?.first?["score"] as? Double)
        #expect(abs(best - score(0)) < 2e-3, "a search scores as the vectors do")
    }

    @Test func takesALongQuery() async throws {
        let folder = TemporaryFolder()
        let long = Array(repeating: "a very long description of a photo", count: 115).joined(separator: " ")
        let file = try folder.write("q", long.utf8)
        let outcome = try await evoke("search", "--batch", file.display, "--json")
        #expect(outcome.code == 0)
        #expect((try outcome.objects().first?["results"] as? [Any])?.count == 10)
        let tooLong = try await evoke("search", String(repeating: "x", count: 100_000))
        #expect(tooLong.code == 64 && tooLong.errors.contains("4096"), "\(tooLong.errors)")
        #expect(try await evoke("search", "💥\u{200D}\u{FFFD} \u{202E}").code == 0)
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome {
        try await AlbumLibrary.program().run("exec", arguments)
    }
}
