import Evoke
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// `docs/api.md` says what the code does.
@Suite struct DocumentTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    @Test func theTableOfErrorsHasEveryStatusAndItsKinds() throws {
        var kinds: [Int: String] = [:]
        for row in try rows(of: "Errors") {
            let status = try #require(Int(row[0]))
            kinds[status, default: ""] += row[1]
        }
        #expect(Set(kinds.keys) == Set(Problem.titles.keys))
        for kind in EvokeError.Kind.known {
            #expect(kinds[kind.status]?.contains("`\(kind.rawValue)`") == true, "\(kind.status) \(kind)")
        }
        for (status, kind) in try ownProblems() {
            #expect(kinds[status]?.contains("`\(kind)`") == true, "\(status) \(kind)")
        }
    }

    @Test func theTableOfLimitsIsTheCodes() throws {
        var limits: [String: String] = [:]
        for row in try rows(of: "Limits") { limits[row[0]] = row[1] }
        func number(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: "en_US"))) }
        func range(_ range: ClosedRange<Int>) -> String { "\(number(range.lowerBound)) to \(number(range.upperBound))" }
        func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
        let exact = [
            "`top`": "\(range(Limits.top)); \(Limits.usualTop) unless given", "`offset`": range(Limits.offset),
            "`q`, `text`, `not`": "\(number(Limits.textCharacters)) characters each",
            "`like`": "\(Limits.likes) photos",
            "saved searches":
                "\(number(SavedSearch.most)), with names of \(SavedSearch.longestName) characters each",
            "clusters and dots on a map": "\(number(Limits.clusters)) and \(number(Limits.dots)); "
                + "`box` has up to \(Limits.boxCharacters) characters",
            "photos moved to the trash by one request": number(Limits.trashed.upperBound),
            "labels": "\(number(Limits.labels)), of \(Limits.labelCharacters) characters each",
            "form with a picture": "\(megabytes(Limits.formBytes)), \(Limits.formParts) parts; "
                + "\(megabytes(Limits.uploadsAtOnce)) for all uploads at once",
            "picture": "\(Limits.picturePixels / 1_000_000) million pixels", "event streams": "\(Limits.eventStreams)",
        ]
        #expect(Limits.nameCharacters == SavedSearch.longestName)
        #expect(Limits.labels == LabelSet.mostDefaults && Limits.labelCharacters == LabelSet.longestDefault)
        for (name, words) in exact { #expect(limits[name] == words) }
        for (name, words) in [
            ("photos in one ZIP", "\(number(Limits.marked.upperBound)); "),
            ("JSON body", megabytes(Limits.jsonBytes) + ", "),
            ("work on a request", "\(Limits.work.components.seconds) s in which it gets no further"),
            ("work on a request", "\(Limits.workWithSignBits.components.seconds / 60) minutes for commands"),
        ] {
            #expect(limits[name]?.contains(words) == true, "\(name)")
        }
    }

    /// What the server says of itself: each status with its kind, where the sources write them side by side.
    private func ownProblems() throws -> [(status: Int, kind: String)] {
        var found: [(Int, String)] = []
        for target in ["EvokeWebAPI", "ServeMicrohttpd"] {
            let folder = root.appending(path: "Sources/Interfaces/\(target)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for file in files where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                for match in text.matches(of: /status: (\d+), kind: (?:"(\w+)"|EvokeError\.Kind\.(\w+)\.rawValue)/) {
                    found.append((Int(match.1) ?? 0, String(match.2 ?? match.3 ?? "")))
                }
                for match in text.matches(of: /wrongUsage\(.*, status: (\d+)\)/) {
                    found.append((Int(match.1) ?? 0, "wrongUsage"))
                }
            }
        }
        try #require(found.count > 10)
        return found
    }

    /// The rows of the table in a section, cell by cell.
    private func rows(of section: String) throws -> [[String]] {
        let text = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
        let part = try #require(text.split(separator: "\n## ").first { $0.hasPrefix(section + "\n") })
        return part.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}
