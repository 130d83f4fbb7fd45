import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// The demo album is searched, with the real model.
@Suite struct SearchEverydayTests {
    /// In many languages; what cannot be read gets an error in its place.
    @Test func aBatchOfDescriptionsIsAnsweredInItsOrder() async throws {
        let wanted = [
            ("a penguin", "penguin"), ("Pinguin", "penguin"), ("เพนกวิน", "penguin"), ("скрипка", "violin"),
            ("une fraise", "strawberry"),
        ]
        let queries = wanted.map(\.0) + ["ratting:5", "", "ein Hund"]
        let folder = TemporaryFolder()
        let file = try folder.write("queries.txt", queries.joined(separator: "\n").utf8)
        let outcome = try await evoke("search", "--batch", file.display, "--json", "--top", "5")
        let answers = try outcome.objects()
        #expect(outcome.code == 3 && answers.map { $0["query"] as? String } == queries, "\(outcome.errors)")
        #expect(answers.map { $0["error"] != nil } == queries.map { ["ratting:5", ""].contains($0) })
        for ((query, name), answer) in zip(wanted, answers) {
            let paths = (answer["results"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
            #expect(paths.count == 5 && paths.contains { $0.contains(name) }, "\(query): \(paths)")
        }
        let alone = try await evoke("search", "--json", "--top", "5", "ein", "Hund").results
        #expect(alone as NSArray == answers.last?["results"] as? NSArray)
    }

    @Test func keepsTheJSONContract() async throws {
        let outcome = try await evoke("search", "--json", "--top", "3", "a", "red", "car", "in", "May", "2019")
        let answer = try #require(try outcome.objects().first)
        #expect(
            Set(answer.keys) == [
                "query", "canonical", "understood", "order", "model", "took_ms", "total", "fitting", "results",
            ])
        #expect(answer["query"] as? String == "a red car in May 2019" && answer["model"] as? String == "starter")
        #expect(
            answer["understood"] as? [[String: String]] == [["words": "in May 2019", "query": "date:2019-05"]])
        let results = try await evoke("search", "--json", "--top", "3", "a red car").results
        #expect(results.map { $0["rank"] as? Int } == [1, 2, 3])
        let fields: Set = ["rank", "score", "fits", "id", "name", "path", "width", "height", "version"]
        let others: Set = ["taken", "dated_by_file", "caption", "place_name", "why"]
        for result in results {
            #expect(Set(result.keys).subtracting(others) == fields)
            #expect((result["fits"] as? Bool == true) == (result["why"] != nil))
        }
        let scores = results.compactMap { $0["score"] as? Double }
        #expect(scores.count == 3 && scores == scores.sorted(by: >) && scores[0] <= 1)
    }

    /// What the line is for: an answer ends where it ends, and there may be none.
    @Test func showsWhatFitsAndSaysWhatItLeavesOut() async throws {
        let fits = try await evoke("search", "--json", "--top", "400", "a penguin").results
            .map { $0["fits"] as? Bool ?? false }
        let count = fits.count { $0 }
        #expect((1..<50).contains(count) && fits.prefix(count).allSatisfy { $0 }, "the line is a line")
        let shown = try await evoke("search", "--top", "400", "a penguin")
        #expect(shown.lines.count == count)
        #expect(shown.errors.contains("\(count) matches. \(fits.count - count) weaker: --all"), "\(shown.errors)")
        #expect(try await evoke("search", "--paths", "--all", "--top", "60", "a penguin").lines.count == 60)
        let none = try await evoke("search", "the meaning of justice")
        #expect(none.code == 0 && none.lines.isEmpty)
        #expect(none.errors.contains("No match (") && none.errors.contains("Closest:"), "\(none.errors)")
    }

    @Test func whatIsRequiredComesBeforeTheRanking() async throws {
        func found(_ query: String) async throws -> [String] {
            try await evoke("search", "--top", "400", "--all", "--paths", query).lines
        }
        let (all, inside) = try await (found("a bird"), found("a bird in:animals"))
        let outside = try await found("a bird -in:animals")
        #expect(!inside.isEmpty && inside.allSatisfy { $0.contains("/animals/") })
        #expect(!outside.isEmpty && outside.allSatisfy { !$0.contains("/animals/") })
        #expect(Set(inside + outside) == Set(all) && inside.count + outside.count == all.count)
        #expect(try await Set(found("in:animals sort:name")) == Set(inside))
    }

    @Test func findsPhotosLikeAPhoto() async throws {
        let album = try Installed.album()
        let hen = album.appending("animals/birds/hen.png")
        let others = try await evoke("similar", "--paths", "--top", "20", hen.display).lines
        #expect(others.count == 20 && !others.contains(hen.display))
        let alike = try await evoke("search", "--paths", "--top", "20", "like:\(hen)").lines
        #expect(!alike.isEmpty && alike.count < 20 && alike.allSatisfy { $0.contains("/birds/") })
        let folder = TemporaryFolder()
        let copy = try folder.copy(hen, to: "copy of it.png")
        let best = try #require(try await evoke("similar", "--json", "--top", "1", copy.display).results.first)
        #expect(best["path"] as? String == hen.display && best["score"] as? Double ?? 0 > 0.999, "\(best)")
        // A file is named from where the command is.
        let here = try await AlbumLibrary.program().run(
            "cd '\(album)/animals/birds'; exec", ["search", "--all", "--paths", "--top", "5", "like:hen.png"])
        #expect(here.code == 0 && here.lines.count == 5 && !here.lines.contains(hen.display), "\(here.errors)")
    }

    @Test func sortsAndEmbedsInOneSpace() async throws {
        let album = try Installed.album().appending("animals")
        let dog = album.appending("mammals/dog.png").display
        let sorted = try await evoke("photo", "classify", "--labels", "guitar, dog, strawberry", "--json", dog).results
        #expect(sorted.map { $0["label"] as? String }.first == "dog")
        #expect(abs(sorted.reduce(0) { $0 + ($1["score"] as? Double ?? 0) } - 1) < 1e-3, "shares of one")
        let objects = try await evoke("models", "embed", "--text", "a dog", "--text", "a spoon", dog).objects()
        #expect(objects.map { $0["input"] as? String } == ["a dog", "a spoon", dog])
        let vectors = objects.compactMap { $0["embedding"] as? [Double] }
        try #require(vectors.count == 3)
        #expect(vectors.allSatisfy { abs($0.reduce(0) { $0 + $1 * $1 } - 1) < 1e-3 })
        func score(_ text: Int) -> Double { zip(vectors[text], vectors[2]).reduce(0) { $0 + $1.0 * $1.1 } }
        #expect(score(0) > score(1))
    }

    private func evoke(_ arguments: String...) async throws -> Program.Outcome {
        try await AlbumLibrary.program().run("exec", arguments)
    }
}
