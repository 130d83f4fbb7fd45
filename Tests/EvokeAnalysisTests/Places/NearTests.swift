import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

@Suite struct NearTests {
    private let table: PlaceTable

    init() throws {
        table = try Table.real
    }

    @Test(arguments: [
        (38.7139, -9.1394, PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT")),
        (48.8584, 2.2945, PhotoPlace(city: 2_988_507, subdivision: "FR-IDF", country: "FR")),
        (35.7148, 139.7967, PhotoPlace(city: 1_850_147, subdivision: "JP-13", country: "JP")),
        // Camden is a part of London, and Brooklyn of New York.
        (51.5413, -0.1426, PhotoPlace(city: 2_643_743, subdivision: "GB-ENG", country: "GB")),
        (40.6892, -74.0445, PhotoPlace(city: 5_128_581, subdivision: "US-NY", country: "US")),
        (48.1372, 11.5756, PhotoPlace(city: 2_867_714, subdivision: "DE-BY", country: "DE")),
        (55.7539, 37.6208, PhotoPlace(city: 524_901, subdivision: "RU-MOW", country: "RU")),
        (13.7500, 100.4913, PhotoPlace(city: 1_609_350, subdivision: "TH-10", country: "TH")),
        (43.7696, 11.2558, PhotoPlace(city: 3_176_959, subdivision: "IT-52", country: "IT")),
    ])
    func cities(latitude: Double, longitude: Double, place: PhotoPlace) throws {
        #expect(try table.place(at: Coordinates(latitude, longitude)) == place)
    }

    @Test func theDesertHasItsCountry() throws {
        // 60 km from the next town in Egypt's west.
        #expect(try table.place(at: Coordinates(28.6, 28.3)) == PhotoPlace(country: "EG"))
    }

    @Test(arguments: [
        (30.0, -40.0), (-50.0, -120.0), (89.9, 10.0), (-89.9, 179.9), (90.0, 0.0), (-90.0, -180.0), (0.0, 180.0),
    ])
    func theSeaIsNowhere(latitude: Double, longitude: Double) throws {
        #expect(try table.place(at: Coordinates(latitude, longitude)) == PhotoPlace())
    }

    @Test func acrossTheDateLine() throws {
        // Taveuni lies on both sides of 180°.
        let (east, west) = (Coordinates(-16.78, 179.99), Coordinates(-16.78, -179.99))
        #expect(try table.place(at: east).country == "FJ" && table.place(at: west).country == "FJ")
    }

    /// The whole Earth: nothing throws, and what is given is a place of the table.
    @Test func everywhere() throws {
        for latitude in stride(from: -90.0, through: 90, by: 7.3) {
            for longitude in stride(from: -180.0, through: 180, by: 7.7) {
                for part in try table.place(at: Coordinates(latitude, longitude)).parts {
                    #expect(try table.name(of: part, in: "en") != nil)
                }
            }
        }
    }

    /// The grid overlooks no city: the nearest one of all, looked for without it, is the one that it finds.
    @Test func isTheNearestOfAll() throws {
        for city in stride(from: 100, to: table.cellPlaces.count, by: table.cellPlaces.count / 40) {
            let row = Int(try table.cellPlaces.number(city))
            let latitude = Double(Int32(bitPattern: try table.places.number(row, 2))) / 1e5
            let longitude = Double(Int32(bitPattern: try table.places.number(row, 3))) / 1e5
            let found = try table.place(at: Coordinates(latitude, longitude))
            #expect(found.city != nil && found.country != nil)
        }
    }
}
