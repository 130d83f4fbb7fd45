/// How many photos were taken on a day, in a list of all days.
public struct PhotoDay: Hashable, Sendable {
    /// `2021-05-02`; `2021-05` or `2021` if no photo's date is more precise; nil for photos dated only by their file.
    public let date: String?
    /// How many there are.
    public let count: Int

    /// Made by catalogs; programs get them from `LibraryHost.days`.
    public init(date: String?, count: Int) {
        self.date = date
        self.count = count
    }

    /// The day that begins then; `precision` is the finest of its photos.
    package init(localSeconds: Int64, precision: TakenDate.Precision, count: Int) {
        let finest = precision == .second ? .day : precision
        let date = TakenDate(localSeconds: localSeconds, precision: finest, source: .exifOriginal)
        self.init(date: "\(date)", count: count)
    }
}
