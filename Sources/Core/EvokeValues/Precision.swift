/// How precisely a model computes.
public enum Precision: String, Sendable, Hashable, CaseIterable {
    /// 32-bit floats, with photos decoded in full.
    case full
    /// bfloat16, with the range of 32-bit floats; photos are decoded at reduced size if their format allows it.
    case bfloat16 = "bf16"
    /// 32-bit floats, with photos decoded at reduced size.
    case float32 = "f32"
}
