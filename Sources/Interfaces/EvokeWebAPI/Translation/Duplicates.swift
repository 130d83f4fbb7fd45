package import EvokeValues
package import EvokeWire

extension DuplicatesAnswer {
    package init(_ group: DuplicateGroup) {
        self.init(
            kind: group.kind.rawValue,
            photos: group.photos.enumerated().map { place, member in
                Photo(
                    path: JSONText.path(member.card.path), pathBase64: JSONText.base64(member.card.path),
                    keep: place == 0, reason: member.merits.map(\.rawValue).joined(separator: ", "),
                    bytes: member.card.stamp.size, width: member.card.size?.width, height: member.card.size?.height)
            })
    }
}
