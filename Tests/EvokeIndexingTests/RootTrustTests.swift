import EvokeValues
import Testing

@testable import EvokeIndexing

@Suite struct RootTrustTests {
    private let roots = ["/a", "/a/in", "/b"].map { DiskPath($0) }

    @Test func aRootThatLacksManyInARowIsLeftAlone() {
        var trust = RootTrust()
        func lack(_ path: String) -> Bool { trust.isBelieved(lacking: DiskPath(path), roots) }
        func trusted() -> [Bool] { roots.map { trust.isTrusted($0) } }
        for number in 1..<RootTrust.mostLost { #expect(lack("/a/\(number).jpg")) }
        #expect(trusted() == [true, true, true])
        // Of another root, it says nothing.
        trust.found(DiskPath("/a/in/x.jpg"), roots)
        #expect(lack("/b/1.jpg"))
        #expect(lack("/a/8.jpg"))
        #expect(trusted() == [false, true, true])
        #expect(!lack("/a/9.jpg"))
        #expect(lack("/b/2.jpg"))
        #expect(!lack("/nowhere/1.jpg"), "its disk was taken away")
        let news = [trust.takeNews(), trust.takeNews()]
        #expect(news == [[DiskPath("/a")], []])
        let lost = [trust.takeFirstLost() != nil, trust.takeFirstLost() != nil]
        #expect(lost == [true, false])
    }

    @Test func oneThatIsThereSpeaksForItsRoot() {
        var trust = RootTrust()
        for number in 1...100 {
            let isBelieved = trust.isBelieved(lacking: DiskPath("/a/\(number).jpg"), roots)
            #expect(isBelieved)
            if number.isMultiple(of: RootTrust.mostLost - 1) { trust.found(DiskPath("/a/x.jpg"), roots) }
        }
        let news = trust.takeNews()
        #expect(news.isEmpty)
    }
}
