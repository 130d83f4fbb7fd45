#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Functions that the C library computes.
package enum Mathematics {
    package static func exp(_ x: Float) -> Float { expf(x) }
    package static func exp2(_ x: Float) -> Float { exp2f(x) }
    package static func sin(_ x: Float) -> Float { sinf(x) }
    package static func cos(_ x: Float) -> Float { cosf(x) }
}
