/// Where a photo is opened on the machine of its server: what is asked, and answered.
public struct PhotoOpening: Codable, Hashable, Sendable {
    /// One of the desktop's own programs.
    public enum Place: String, Codable, CaseIterable, Sendable {
        /// The program that the user has for such files.
        case viewer
        /// The file manager, which shows where the file lies.
        case folder
    }

    /// Where.
    public let place: Place

    package init(in place: Place) {
        self.place = place
    }

    private enum CodingKeys: String, CodingKey {
        case place = "in"
    }
}
