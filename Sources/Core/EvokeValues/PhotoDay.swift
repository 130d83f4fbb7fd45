/// How many photos a day has, in a list of all by date.
public struct PhotoDay: Hashable, Sendable {
    /// `2021-05-02`; `2021-05` or `2021` where no more is known of any of them; nil for the photos without a date but
    /// that of their file.
    public let date: String?
    /// How many there are.
    public let count: Int

    /// Made by catalogues; programs get them from `LibraryHost.days`.
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
