/// What a first look at a picture tells.
struct Glance {
    /// The part with all that may be text, as far as it can be seen when the picture is made small.
    var text: Part?
    /// Whether there is text that can be seen in full size alone.
    var hasSmallText = false
}
