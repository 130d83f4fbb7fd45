import PhotoCore
import Testing

@Suite struct ValueTests {
    @Test func embeddingsHaveUnitLength() throws {
        let embedding = try #require(Embedding(normalizing: [3, 0, 4]))
        #expect(embedding.values == [0.6, 0, 0.8])
    }

    @Test(arguments: [[0, 0], [.nan, 1], [.infinity, 0], []] as [[Float]])
    func whatHasNoDirectionIsNoEmbedding(values: [Float]) {
        #expect(Embedding(normalizing: values) == nil)
    }

    @Test func errorsSayWhatWhyAndWhatNext() {
        let error = EvokeError(
            .damaged, doing: "read the photo", subject: "a.jpg", reason: "it is cut", remedy: "Mend it.")
        #expect("\(error)" == "Could not read the photo 'a.jpg': it is cut. Mend it.")
        let bare = EvokeError(.inference, doing: "start", subject: "", reason: "it is late")
        #expect("\(bare)" == "Could not start: it is late.")
    }

    @Test func systemErrorsAreSortedByWhatHelps() {
        let path = FilePath("/a")
        #expect(EvokeError.system(2, doing: "read", subject: path).kind == .notFound)
        #expect(EvokeError.system(13, doing: "read", subject: path).kind == .notAllowed)
        #expect(EvokeError.system(28, doing: "write", subject: path).kind == .diskFull)
        #expect(EvokeError.system(30, doing: "write", subject: path).kind == .readOnly)
        #expect(EvokeError.system(5, doing: "read", subject: path).kind == .unreadable)
    }
}
