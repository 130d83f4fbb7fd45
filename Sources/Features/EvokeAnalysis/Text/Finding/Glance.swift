/// The result of a first look at a picture.
struct Glance {
    /// The part that contains all possible text, as far as the reduced picture shows it.
    var text: Part?
    /// Whether there is text that is only visible at full size.
    var hasSmallText = false
}
