import EvokePorts
import EvokeValues
import Testing

@testable import EvokeCatalog

/// Photos by the squares of a map. That they are those of the photos one by one is tried over catalogues
/// (`CatalogConformance`).
@Suite struct MapTests {
    private func columns(_ places: [(Double, Double)]) throws -> PhotoColumns {
        var columns = try PhotoColumns(upTo: PhotoID(0), stamp: VectorStamp(number: 1, token: 1))
        for (number, (latitude, longitude)) in places.enumerated() {
            var metadata = PhotoMetadata()
            metadata.place = Coordinates(latitude: latitude, longitude: longitude)
            metadata.taken = TakenDate(localSeconds: Int64(number) * 86_400, source: .exifOriginal)
            try columns.set(
                PhotoRow(
                    folder: 1, name: DiskPath("\(number).jpg"), size: nil, isShown: true, colors: nil,
                    metadata: metadata,
                    place: PhotoPlace()), of: PhotoID(Int64(number)))
        }
        return columns
    }

    @Test func theEdgesOfTheMapAreOnIt() throws {
        let columns = try columns([(90, 180), (-90, -180), (89, 0), (-89, 0), (0.1, 180), (0.1, -180)])
        for zoom in MapGrid.zooms {
            let found = columns.clusters(among: nil, in: nil, on: MapGrid(zoom: zoom, most: 9))
            #expect(found.total == 6 && found.zoom == zoom, "\(zoom)")
        }
        let north = columns.clusters(
            among: nil, in: CoordinateBox(south: 89, west: -180, north: 90, east: 180), on: MapGrid(zoom: 0, most: 9))
        #expect(north.total == 2 && north.clusters[0].box.north == 90)
    }

    @Test func whereThereAreTooManySquaresLargerOnesAreTaken() throws {
        let steps = (0..<100).map { Double($0) / 10 }
        let columns = try columns(steps.map { (40 + $0, $0) })
        let found = columns.clusters(among: nil, in: nil, on: MapGrid(zoom: 20, most: 10))
        #expect(found.total == 100 && found.clusters.count <= 10 && found.zoom < 8)
        #expect(found.clusters.map(\.count) == found.clusters.map(\.count).sorted(by: >))
        let same = columns.clusters(among: nil, in: nil, on: MapGrid(zoom: found.zoom, most: 10))
        #expect(same == found, "as if they had been asked for")
    }

    @Test func theLastTakenIsShown() throws {
        let columns = try columns([(38.7, -9.1), (38.7, -9.1), (38.7, -9.1)])
        let found = columns.clusters(among: PhotoSet([PhotoID(0), PhotoID(1)]), in: nil, on: MapGrid(zoom: 9, most: 1))
        #expect(found.clusters.map(\.photo) == [PhotoID(1)] && found.total == 2)
        #expect(abs(found.clusters[0].middle.latitude - 38.7) < 1e-7)
    }
}
