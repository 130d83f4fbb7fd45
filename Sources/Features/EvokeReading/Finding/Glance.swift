/// What a first look at a picture tells.
struct Glance: OptionSet {
    let rawValue: Int

    /// There may be text that can be seen when the picture is made small.
    static let text = Glance(rawValue: 1)
    /// There is text that can be seen in full size.
    static let smallText = Glance(rawValue: 2)
}
