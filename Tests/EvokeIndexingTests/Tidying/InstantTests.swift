import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import EvokeIndexing

/// Whatever happens at whichever call that changes a file: what anybody wrote is in its place, in the trash, or where the
/// journal or a message says; a sidecar is always there; and undo brings everything back.
@Suite struct InstantTests {
    enum Deed: CaseIterable { case trash, merge, mergeNew, link, add, addNew }

    private struct Moment: CustomStringConvertible {
        let deed: Deed
        let isUndone, isWeak: Bool
        let harm: Harm
        let number: Int

        var description: String {
            "\(isUndone ? "undo of " : "")\(deed)\(isWeak ? " on a weak disk" : ""), call \(number), \(harm)"
        }
    }

    @Test(arguments: Deed.allCases) func nothingIsLost(_ deed: Deed) throws {
        var harms = [Harm.kill, .fail(EIO), .truncated(isKilled: false), .truncated(isKilled: true)]
        let sidecars = [.add, .addNew].contains(deed) ? ["a.jpg.xmp"] : ["a.jpg.xmp", "b.jpg.xmp"]
        for file in deed == .link ? ["a.jpg", "b.jpg"] : ["b.jpg"] + sidecars {
            harms += [.save(file), .write(file, emptying: false), .move(file)]
            // Who writes to a file that has just become a name of another writes to both.
            if deed != .link { harms.append(.write(file, emptying: true)) }
        }
        var (count, wrong): (Int, [String]) = (0, [])
        for isUndone in [.add, .addNew].contains(deed) ? [false] : [false, true] {
            for (isWeak, harm) in [false, true].flatMap({ isWeak in harms.map { (isWeak, $0) } }) {
                var number = 1
                while let found = try faults(
                    Moment(deed: deed, isUndone: isUndone, isWeak: isWeak, harm: harm, number: number))
                {
                    wrong += found
                    count += 1
                    number += 1
                }
            }
        }
        print("\(count) moments of \(deed)")
        let faults = wrong.count
        #expect(faults == 0, "\(wrong.prefix(30).joined(separator: "\n"))")
        #expect(count >= 50, "so many moments were looked at")
    }

    /// Nil where there is no call of that number.
    private func faults(_ moment: Moment) throws -> [String]? {
        let hand = OtherHand(moment.harm, at: moment.number, isWeak: moment.isWeak)
        let album = Album(disk: FileChanges { call throws(Errno) in try hand.meet(call) })
        hand.root = album.root
        try prepare(album, moment.deed)
        let initial = tree(album)
        let steps = try album.steps("a.jpg", "b.jpg")
        if moment.isUndone { _ = messages(album, moment.deed, steps) }
        var wrong: [String] = []
        let sidecar = album.root.appending("a.jpg.xmp")
        if initial["photos/a.jpg.xmp"] != nil, !moment.isWeak, moment.harm.file != "a.jpg.xmp" {
            hand.look = { if FileSystem.isNothing(sidecar) { wrong.append("there was no sidecar") } }
        }
        hand.isArmed = true
        var said = moment.isUndone ? undo(album) : messages(album, moment.deed, steps)
        hand.look = {}
        hand.end()
        guard hand.isReached else { return nil }

        var words = Set(initial.filter { !moment.harm.deletes || $0.key != "photos/\(moment.harm.file ?? "")" }.values)
        words.formUnion(hand.words)
        wrong += words.filter { !isFound($0, album, said) }.map { "'\($0)' is lost" }
        said += finish(album, moment, hand, steps)
        wrong += words.filter { !isFound($0, album, said) }.map { "'\($0)' is lost at the end" }
        if moment.harm.file == nil {
            var end = tree(album)
            // What cannot be deleted stays.
            if case .remove = hand.call {
                end = end.filter { !$0.key.contains("/.evoke-") && !$0.key.hasPrefix("Trash/") }
            }
            if moment.deed == .add || moment.deed == .addNew {
                if end
                    != initial.merging(
                        ["photos/a.jpg.xmp": (initial["photos/a.jpg.xmp"] ?? "") + "boat"], uniquingKeysWith: { $1 })
                {
                    wrong.append("it ends with \(end)")
                }
            } else if end != initial {
                wrong.append("undo ends with \(end); \(said)")
            }
        }
        return wrong.map { "\(moment): \($0)" }
    }

    private func prepare(_ album: Album, _ deed: Deed) throws {
        for name in ["a.jpg", "b.jpg"] { try album.add(name, "picture") }
        if deed == .trash { for name in ["a.cr2", "b.cr2"] { try album.add(name, "raw") } }
        if deed != .mergeNew, deed != .addNew { try album.add("a.jpg.xmp", "house") }
        if deed != .link, deed != .add, deed != .addNew { try album.add("b.jpg.xmp", "words") }
    }

    /// Does it, and gives what was said of it.
    private func messages(_ album: Album, _ deed: Deed, _ steps: [TidyStep]) -> [String] {
        do {
            switch deed {
            case .add, .addNew:
                _ = try SidecarFile.add(
                    .keywords("boat"), to: steps[0].stays.path, by: KeywordWriter(), album.tidier.disk)
                return []
            case .trash, .merge, .mergeNew, .link:
                let merge = SidecarMerge([steps[0].goes.path: .keywords("boat")], writer: KeywordWriter())
                let report = try album.tidier.tidy(
                    steps, deed == .link ? .oneCopy : .trash, merge: deed == .trash || deed == .link ? nil : merge)
                return report.left.map { "\($0.why)" }
            }
        } catch { return ["\(error)"] }
    }

    private func undo(_ album: Album) -> [String] {
        do { return try album.tidier.undoLastRun().left.map { "\($0)" } } catch { return ["\(error)"] }
    }

    /// Does again what was to be done, or undoes it.
    private func finish(_ album: Album, _ moment: Moment, _ hand: OtherHand, _ steps: [TidyStep]) -> [String] {
        guard moment.deed == .add || moment.deed == .addNew else { return undo(album) }
        // The process of before has ended.
        let own = "-\(String(OwnProcess.number, radix: 16))-"
        for name in (try? FileSystem.names(in: album.root)) ?? [] {
            let text = String(decoding: name, as: UTF8.self)
            guard text.hasPrefix(".evoke-") else { continue }
            let other = text.replacing(own, with: "-7fffffff-")
            try? FileSystem.move(album.root.appending(name), to: album.root.appending(other), doing: "")
        }
        let text = try? album.content("a.jpg.xmp")
        if text?.hasSuffix("boat") == true {
            // Nothing is to be added, but what was left goes.
            _ = try? SidecarFile(of: steps[0].stays.path, album.tidier.disk)
            return []
        }
        return messages(album, moment.deed, steps)
    }

    /// What is in all files, by their paths.
    private func tree(_ album: Album) -> [String: String] {
        let files = (try? FileSystem.filesBelow(album.folder.path)) ?? []
        return files.reduce(into: [:]) { tree, file in
            // A note with no file in the trash does no harm.
            guard !file.display.hasPrefix("library/"), !file.display.hasPrefix("Trash/info/") else { return }
            tree[file.display] = String(
                decoding: (try? FileSystem.read(album.folder.path.appending(file.bytes))) ?? [], as: UTF8.self)
        }
    }

    /// Where somebody would look: files that are hidden only where the journal or a message names them.
    private func isFound(_ word: String, _ album: Album, _ said: [String]) -> Bool {
        let journal = String(decoding: (try? FileSystem.read(album.journal)) ?? [], as: UTF8.self)
        return tree(album).contains { path, content in
            guard content.contains(word) else { return false }
            guard let name = path.split(separator: "/").last, name.hasPrefix(".evoke-") else { return true }
            let isSidecarsDraft = name.split(separator: "-").count == 6
            let own = name.replacing(".old", with: "").replacing(".copy", with: "")
            return isSidecarsDraft || journal.contains(own) || said.contains { $0.contains(name) }
        }
    }
}
