import Foundation

/// Functions of the C library.
package enum Mathematics {
    package static func exp(_ x: Float) -> Float { expf(x) }
    package static func exp2(_ x: Float) -> Float { exp2f(x) }
    package static func sin(_ x: Float) -> Float { sinf(x) }
    package static func cos(_ x: Float) -> Float { cosf(x) }
    package static func sin(_ x: Double) -> Double { sine(x) }
    package static func cos(_ x: Double) -> Double { cosine(x) }
    package static func log(_ x: Double) -> Double { logarithm(x) }
}

// The C library's own names, which the functions above hide.
private func sine(_ x: Double) -> Double { sin(x) }
private func cosine(_ x: Double) -> Double { cos(x) }
private func logarithm(_ x: Double) -> Double { log(x) }
