import Foundation

/// Functions of the C library.
package enum Mathematics {
    package static func exp(_ x: Float) -> Float { expf(x) }
    package static func exp2(_ x: Float) -> Float { exp2f(x) }
    package static func sin(_ x: Float) -> Float { sinf(x) }
    package static func cos(_ x: Float) -> Float { cosf(x) }
    package static func sin(_ x: Double) -> Double { Foundation.sin(x) }
    package static func cos(_ x: Double) -> Double { Foundation.cos(x) }
    package static func log(_ x: Double) -> Double { Foundation.log(x) }
}
