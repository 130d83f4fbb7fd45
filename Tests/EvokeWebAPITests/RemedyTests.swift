import EvokeClient
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

@Suite struct RemedyTests {
    /// Whoever is at a browser has no command line.
    @Test(arguments: Remedy.samples) func nobodyIsToldToTypeAnything(remedy: Remedy) {
        let words = remedy.words
        #expect(words.hasSuffix("."))
        #expect(!words.contains("--") && !words.contains("evoke "), "\(words)")
        for match in words.matches(of: /\((\w+) (\/api\/[^)]*)\)/) {
            let isKnown = Routes.all.contains { operation in
                operation.method == match.output.1
                    && operation.path.replacing("{name}", with: remedy.value ?? "") == match.output.2
            }
            #expect(isKnown, "\(words)")
        }
    }

    @Test func programsAreToldOfTheRoute() throws {
        let error = EvokeError(
            .notFound, doing: "find the model", subject: "m", reason: "no catalogue lists it",
            remedies: [.listPublishedModels, .chooseOption(.precision, "f32"), .getModel("m")])
        let answer = Problem(error).answer
        #expect(answer.detail == "Could not find the model 'm': no catalogue lists it.")
        #expect(
            answer.remedy
                == "List the models available for download (GET /api/models/available). Use the precision 'f32'. "
                + "Download the model 'm' (POST /api/models/m/pull).")
        #expect(Problem(EvokeError(.init(rawValue: "own"), doing: "a", subject: "", reason: "b")).status == 500)
    }
}
