import Evoke
package import EvokeClient
import EvokePorts
package import EvokeValues

extension DuplicatesAnswer {
    package init(_ group: DuplicateGroup) {
        self.init(
            kind: group.kind.rawValue,
            photos: group.photos.enumerated().map { place, member in
                Photo(
                    path: JSONText.path(member.card.path), pathBase64: JSONText.base64(member.card.path),
                    keep: place == 0, reason: member.reason, bytes: member.card.stamp.size,
                    width: member.card.size?.width, height: member.card.size?.height)
            })
    }

    /// With what a page needs to show them.
    init(served group: DuplicateGroup) {
        let first = group.photos[0].card
        self.init(
            kind: group.kind.rawValue,
            photos: group.photos.enumerated().map { place, member in
                let (card, type) = (member.card, PictureType(member.card.path))
                return Photo(
                    path: JSONText.path(card.path), pathBase64: JSONText.base64(card.path), keep: place == 0,
                    reason: member.reason, bytes: card.stamp.size, width: card.size?.width, height: card.size?.height,
                    differs: place == 0 ? nil : card.differences(from: first), id: card.id.value,
                    name: String(decoding: card.path.name, as: UTF8.self), taken: card.taken.map { "\($0)" },
                    takenFrom: card.taken?.source.rawValue, version: card.stamp.version, type: type.name,
                    isShownByBrowsers: type.isShownByBrowsers)
            })
    }
}

extension DuplicateGroup.Member {
    fileprivate var reason: String { merits.map(\.rawValue).joined(separator: ", ") }
}

extension DuplicateGroup {
    /// What photos of a group may differ in.
    static let differences = ["size", "bytes", "format", "taken"]
}

extension PhotoCard {
    fileprivate func differences(from other: PhotoCard) -> [String] {
        let differ = [
            size != other.size, stamp.size != other.stamp.size, path.format != other.path.format, taken != other.taken,
        ]
        return zip(DuplicateGroup.differences, differ).filter(\.1).map(\.0)
    }
}

extension DuplicateGroupsAnswer {
    /// - Parameter kinds: those to list; all are counted.
    init(_ known: KnownDuplicates, groups: [DuplicateGroup], _ kinds: Set<DuplicateGroup.Kind>, top: Int, offset: Int) {
        let wanted = groups.filter { kinds.contains($0.kind) }
        var counts: [String: Int] = [:]
        for kind in DuplicateGroup.Kind.allCases { counts[kind.rawValue] = groups.count { $0.kind == kind } }
        self.init(
            total: wanted.count, counts: counts, bytes: DuplicateGroup.reclaimable(of: wanted),
            notCompared: known.notCompared, finding: known.progress.map { FindingAnswer($0) },
            groups: wanted.dropFirst(offset).prefix(top).map { DuplicatesAnswer(served: $0) })
    }
}

extension FindingAnswer {
    init(_ progress: DuplicatesProgress?) {
        self.init(done: progress?.done ?? 0, total: progress?.total ?? 0, isOver: progress == nil)
    }
}

extension TrashAnswer {
    init(_ outcome: TidyOutcome) {
        let report = outcome.report
        self.init(
            done: report.done.map { Done(id: $0.goes.id.value, path: JSONText.path($0.goes.path)) },
            left: outcome.refused.map { Left(id: $0.request.goes.value, error: Problem($0.why).answer) }
                + report.left.map { Left(id: $0.step.goes.id.value, error: Problem($0.why).answer) },
            bytes: report.bytes)
    }
}

extension UndoAnswer {
    init(_ report: UndoReport) {
        self.init(files: report.files.map(JSONText.path), left: report.left.map { Problem($0).answer })
    }
}
