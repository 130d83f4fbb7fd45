import EvokePorts
import EvokeValues
import Foundation

extension MapGrid {
    /// The photos of each square, told one by one.
    func clusters(_ photos: [(id: PhotoID, metadata: PhotoMetadata)], in box: CoordinateBox?) -> PhotoClusters {
        let placed = photos.compactMap { photo in
            photo.metadata.place.flatMap { place in
                box?.contains(place) ?? true ? (photo.id, place, photo.metadata.taken?.span.lowerBound ?? .min) : nil
            }
        }
        var zoom = zoom
        func parted() -> [[Int]: [(PhotoID, Coordinates, Int64)]] {
            Dictionary(grouping: placed) { Self.square(of: $0.1, zoom) }
        }
        while parted().count > most, zoom > 0 { zoom -= 1 }
        let clusters = parted().values.compactMap { photos -> PhotoCluster? in
            let (latitudes, longitudes) = (photos.map(\.1.latitude), photos.map(\.1.longitude))
            let count = Double(photos.count)
            guard
                let middle = Coordinates(
                    latitude: latitudes.reduce(0, +) / count, longitude: longitudes.reduce(0, +) / count),
                let box = CoordinateBox(
                    south: latitudes.min()!, west: longitudes.min()!, north: latitudes.max()!, east: longitudes.max()!)
            else { return nil }
            return PhotoCluster(
                count: photos.count, middle: middle, box: box, photo: photos.max { ($0.2, $0.0) < ($1.2, $1.0) }!.0)
        }
        return PhotoClusters(
            zoom: zoom, clusters: clusters.sorted { ($0.count, $1.photo) > ($1.count, $0.photo) })
    }

    private static func square(of place: Coordinates, _ zoom: Int) -> [Int] {
        let across = Double(1 << zoom)
        let sine = sin(place.latitude * .pi / 180)
        let down = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
        return [(place.longitude + 180) / 360, down].map { Int(min(max($0, 0) * across, across - 1)) }
    }
}

extension PhotoClusters {
    /// The same to the centimetre, or nearly.
    func isAlmost(_ other: PhotoClusters) -> Bool {
        func numbers(_ cluster: PhotoCluster) -> [Double] {
            let (middle, box) = (cluster.middle, cluster.box)
            return [middle.latitude, middle.longitude, box.south, box.west, box.north, box.east]
        }
        return zoom == other.zoom && clusters.map(\.count) == other.clusters.map(\.count)
            && clusters.map(\.photo) == other.clusters.map(\.photo)
            && zip(clusters, other.clusters).allSatisfy { one, other in
                zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) < 1e-6 }
            }
    }
}
