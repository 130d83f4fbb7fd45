/// How to open a photo on the server's machine; both the request and the answer.
public struct PhotoOpening: Codable, Hashable, Sendable {
    /// A program of the desktop.
    public enum Place: String, Codable, CaseIterable, Sendable {
        /// The user's program for such files.
        case viewer
        /// The file manager, which shows the file in its folder.
        case folder
    }

    /// The program.
    public let place: Place

    package init(in place: Place) {
        self.place = place
    }

    private enum CodingKeys: String, CodingKey {
        case place = "in"
    }
}
