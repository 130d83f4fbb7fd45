import EvokePorts
import EvokeValues

/// A line of text, cropped from a picture and leveled: three bytes per pixel.
struct LineCrop {
    /// The height that the recognizer and the orientation graph take.
    static let height = 48

    let width, height: Int
    let bytes: [UInt8]

    /// - Parameter longest: longer lines are squeezed.
    init(_ line: Rectangle, of picture: Pixels, height: Int = Self.height, longest: Int) {
        let scale = Double(height) / line.height
        let width = min(longest, max(1, Int(nearest: line.width * scale)))
        let (across, down) = (line.width / Double(width), line.height / Double(height))
        // When reducing, averages as many points as each pixel covers.
        let (columns, rows) = (Self.points(across), Self.points(down))
        var bytes = [UInt8](repeating: 0, count: 3 * width * height)
        for row in 0..<height {
            for column in 0..<width {
                var sum = SIMD4<Float>.zero
                for y in 0..<rows {
                    for x in 0..<columns {
                        let place = line.point(
                            (Double(column) + (Double(x) + 0.5) / Double(columns)) * across - line.width / 2,
                            (Double(row) + (Double(y) + 0.5) / Double(rows)) * down - line.height / 2)
                        sum += picture.color(at: place)
                    }
                }
                let mean = sum / Float(rows * columns) + 0.5
                for channel in 0..<3 { bytes[3 * (row * width + column) + channel] = UInt8(mean[channel]) }
            }
        }
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    private static func points(_ step: Double) -> Int { min(16, max(1, Int(nearest: step.rounded(.up)))) }

    var upsideDown: LineCrop { LineCrop(self) }

    private init(_ other: LineCrop) {
        (width, height) = (other.width, other.height)
        let count = other.bytes.count / 3
        bytes = [UInt8](unsafeUninitializedCapacity: other.bytes.count) { turned, filled in
            for pixel in 0..<count {
                for channel in 0..<3 { turned[3 * pixel + channel] = other.bytes[3 * (count - 1 - pixel) + channel] }
            }
            filled = other.bytes.count
        }
    }

    /// Squeezed or padded to a width, on gray: blue, green, and red, each from -1 to 1.
    func numbers(width bucket: Int) -> [Float] {
        let plane = bucket * Self.height
        var numbers = [Float](repeating: 0, count: 3 * plane)
        let columns = Stretch(from: width, to: min(width, bucket))
        for row in 0..<Self.height {
            for column in 0..<min(width, bucket) {
                var color = SIMD4<Float>.zero
                for tap in 0..<columns.taps {
                    let place = 3 * (row * width + columns.firsts[column] + tap)
                    color +=
                        columns.weights[column * columns.taps + tap]
                        * SIMD4(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]), 0)
                }
                for channel in 0..<3 {
                    numbers[(2 - channel) * plane + row * bucket + column] = color[channel] / 127.5 - 1
                }
            }
        }
        return numbers
    }

    /// The margin around a line in gray, because Tesseract reads letters at the edge badly.
    private static let margin = 10

    /// In gray, with the pixels of its edge repeated around it.
    func gray(_ ink: Ink) -> GrayLine {
        let (wide, high) = (width + 2 * Self.margin, height + 2 * Self.margin)
        let pixels = ink.drawn(
            (0..<width * height).map { pixel in
                let (red, green, blue) = (Int(bytes[3 * pixel]), Int(bytes[3 * pixel + 1]), Int(bytes[3 * pixel + 2]))
                return UInt8(truncatingIfNeeded: (299 * red + 587 * green + 114 * blue + 500) / 1000)
            })
        // Beyond drawn letters, everything is white.
        let edge: UInt8? = ink == .any ? nil : 255
        var gray: [UInt8] = []
        gray.reserveCapacity(wide * high)
        for row in (0..<high).map({ $0 - Self.margin }) {
            for column in (0..<wide).map({ $0 - Self.margin }) {
                let isInside = (0..<height).contains(row) && (0..<width).contains(column)
                let nearest = min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)
                gray.append(isInside ? pixels[nearest] : edge ?? pixels[nearest])
            }
        }
        return GrayLine(gray, width: wide, height: high)
    }
}

extension Pixels {
    /// Interpolates between four pixels; beyond the edge, repeats it.
    fileprivate func color(at point: PlanePoint) -> SIMD4<Float> {
        let x = min(max(point.x - 0.5, 0), Double(size.width - 1))
        let y = min(max(point.y - 0.5, 0), Double(size.height - 1))
        let (left, top) = (Int(nearest: x.rounded(.down)), Int(nearest: y.rounded(.down)))
        let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
        let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
        return bytes.withUnsafeBufferPointer { bytes in
            func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
                let place = 3 * (y * size.width + x)
                return SIMD4(Float(bytes[place]), Float(bytes[place + 1]), Float(bytes[place + 2]), 0)
            }
            let above = pixel(left, top) * (1 - across) + pixel(right, top) * across
            let below = pixel(left, bottom) * (1 - across) + pixel(right, bottom) * across
            return above * (1 - down) + below * down
        }
    }
}

/// A line as it is passed to the line reader.
struct LineView: Sendable {
    /// The margin around a line, relative to its height: the detector clips what is above and below letters, such as
    /// Thai vowels and the breve of й.
    private static let surroundings = 0.15

    let place: Rectangle
    let picture: Pixels
    let crop: LineCrop

    var upsideDown: LineView { LineView(place: place.upsideDown, picture: picture, crop: crop.upsideDown) }

    func gray(_ ink: Ink) -> GrayLine {
        // On a photo, the surroundings of the letters are only in the way.
        guard ink == .any else { return crop.gray(ink) }
        let margin = Self.surroundings * place.height
        let scale = 1 + 2 * Self.surroundings
        let wide = LineCrop(
            place.grown(by: margin), of: picture, height: Int(nearest: Double(LineCrop.height) * scale),
            longest: Int(nearest: Double(crop.width) + 2 * Self.surroundings * Double(LineCrop.height)))
        return wide.gray(ink)
    }
}

/// Which pixels of a line are taken to be letters.
enum Ink: CaseIterable {
    /// Left to Tesseract.
    case any
    /// Darker than most: letters set off from a photo by a bright outline.
    case dark
    /// Brighter than most.
    case bright

    /// Draws letters dark on white and nothing else.
    func drawn(_ gray: [UInt8]) -> [UInt8] {
        guard self != .any else { return gray }
        let ground = Self.level(0.5, of: gray)
        let ink = gray.map { self == .dark ? min($0, ground) : 255 - max($0, ground) }
        let (least, most) = (Double(Self.level(0.02, of: ink)), Double(Self.level(0.98, of: ink)))
        return ink.map { UInt8(nearest: 255 * (Double($0) - least) / max(1, most - least)) }
    }

    /// The quantile of brightness for that share of pixels.
    private static func level(_ share: Double, of gray: [UInt8]) -> UInt8 {
        var counts = [Int](repeating: 0, count: 256)
        for pixel in gray { counts[Int(pixel)] += 1 }
        var left = Int(nearest: share * Double(gray.count - 1))
        for (level, count) in counts.enumerated() {
            if left < count { return UInt8(level) }
            left -= count
        }
        return 255
    }
}
