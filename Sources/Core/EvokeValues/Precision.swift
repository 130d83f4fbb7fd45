/// How exactly a model computes.
public enum Precision: String, Sendable, Hashable, CaseIterable {
    /// 32-bit floats, and photos decoded in full.
    case full
    /// 16-bit floats with the range of 32-bit ones, and photos decoded at reduced size where their format allows it.
    case bfloat16 = "bf16"
    /// 32-bit floats, and photos decoded at reduced size.
    case float32 = "f32"
}
