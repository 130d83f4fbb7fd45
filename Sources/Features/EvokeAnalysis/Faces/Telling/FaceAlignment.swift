import EvokeModels

typealias FaceAlignment = GraphDescription.Face.Alignment

extension FaceAlignment {
    /// The points of the 468 that align a face; several points are averaged. The left eye in an upright picture is the
    /// one whose outer corner is 33.
    var points: [[Int]] {
        switch self {
        case .dlib: [[263], [362], [33], [133], [2]]
        case .arcface: [[33, 133], [263, 362], [1], [61], [291]]
        }
    }

    /// Where these are placed in the square, from 0 to 1.
    var places: [PlanePoint] {
        switch self {
        case .dlib: Self.dlibs.map { ($0 + Self.padding) / (1 + 2 * Self.padding) }
        case .arcface: Self.arcfaces.map { ($0 + 0.5) / 112 }
        }
    }

    /// In a face from 0 to 1: dlib's mean over many faces.
    private static let dlibs: [PlanePoint] = [
        PlanePoint(0.8595674595992, 0.2134981538014), PlanePoint(0.6460604764104, 0.2289674387677),
        PlanePoint(0.1205750620789, 0.2137274526848), PlanePoint(0.3340850613712, 0.2290642403242),
        PlanePoint(0.4901123135679, 0.6277975316475),
    ]
    /// Around that face, relative to its side.
    private static let padding = 0.25

    /// The pixels of a square of 112, relative to their centers, that ArcFace and OpenCV's SFace were trained with.
    private static let arcfaces: [PlanePoint] = [
        PlanePoint(38.2946, 51.6963), PlanePoint(73.5318, 51.5014), PlanePoint(56.0252, 71.7366),
        PlanePoint(41.5493, 92.3655),
        PlanePoint(70.7299, 92.2041),
    ]
}
