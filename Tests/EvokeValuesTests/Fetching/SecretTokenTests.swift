import EvokeValues
import Testing

@Suite struct SecretTokenTests {
    @Test func noWayOfShowingATokenShowsIt() throws {
        let token = try #require(SecretToken("hf_secret"))
        let wanted = WantedFile(url: "https://hub.example/a", token: token)
        var dumped = ""
        dump(wanted, to: &dumped)
        for shown in ["\(token)", "\(wanted)", String(reflecting: token), String(reflecting: wanted), dumped] {
            #expect(!shown.contains("hf_secret"), "\(shown)")
        }
    }

    @Test(arguments: ["", "two words", "line\n", "line\r\nX-Header: 1", "tab\t", "né", "\0"])
    func whatCouldNotBeSentIsNoToken(_ text: String) {
        #expect(SecretToken(text) == nil)
    }
}
