import EvokeValues
import Testing

@testable import MetadataExiv2

@Suite struct DateTests {
    @Test(arguments: [
        ("2023:07:14 18:30:05", "2023-07-14T18:30:05"), ("2023-07-14T18:30:05.5Z", "2023-07-14T18:30:05+00:00"),
        ("2023-07-14T18:30+05:45", "2023-07-14T18:30:00+05:45"), ("2023:07:14 24:10:00", "2023-07-14T00:10:00"),
        ("2016:12:31 23:59:60", "2016-12-31T23:59:59"), ("2023:07:14", "2023-07-14"), ("2023-07", "2023-07"),
        ("2023", "2023"), ("2021:00:00 00:00:00", "2021"), ("2021:05:00 00:00:00", "2021-05"),
        ("2021:02:30 10:00:00", "2021-02"), ("2021:02:03   :  :  ", "2021-02-03"),
        ("2021:02:03 25:00:00", "2021-02-03"),
        ("  2023:07:14 18:30:05", "2023-07-14T18:30:05"), ("1970", "1970"),
        ("1899:12:31 10:00:00", "1899-12-31T10:00:00"),
    ]) func readsDates(text: String, meaning: String) {
        #expect(DateText(text).map { TakenDate($0, source: .xmp).description } == meaning)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "    :  :     :  :  ", "1970:01:01 00:00:00", "hello", "99999999999999999999",
        "12:05:06 10:00:00", ":::", "T10:00",
    ]) func readsNoDateOutOfNonsense(text: String) {
        #expect(DateText(text) == nil)
    }

    @Test(arguments: [
        ("IMG_20230714_183005.jpg", "2023-07-14T18:30:05"), ("2023-07-14 18.30.05.jpg", "2023-07-14T18:30:05"),
        ("Screenshot_20230714-183005_Chrome.jpg", "2023-07-14T18:30:05"),
        ("Screenshot 2023-07-14 at 18.30.05.png", "2023-07-14T18:30:05"),
        ("Screenshot 2023-07-14 at 6.30.05 PM.png", "2023-07-14T18:30:05"),
        ("WhatsApp Image 2023-07-14 at 12.30.05 AM.jpeg", "2023-07-14T00:30:05"),
        ("IMG-20230714-WA0001.jpg", "2023-07-14"), ("signal-2023-07-14-18-30-05-123.jpg", "2023-07-14T18:30:05"),
        ("signal-2023-07-14-183005_002.jpeg", "2023-07-14T18:30:05"), ("20230714_183005(1).jpg", "2023-07-14T18:30:05"),
        ("20230714183005123.jpg", "2023-07-14T18:30:05"), ("MVIMG_20230714_183005.jpg", "2023-07-14T18:30:05"),
        ("2023_07_14 trip.jpg", "2023-07-14"), ("photo_2023-07-14_18-30-05.jpg", "2023-07-14T18:30:05"),
        ("20230714_997777.jpg", "2023-07-14"), ("00012345_20230714.jpg", "2023-07-14"),
        ("IMG_20230714_183005_123.jpg", "2023-07-14T18:30:05"),
    ]) func readsDatesInNames(name: String, meaning: String) {
        #expect(TakenDate(fileName: name)?.description == meaning)
    }

    @Test(arguments: [
        "DSC_0001.jpg", "IMG_1234.jpg", "99999999.jpg", "20231399.jpg", "12345678.jpg", "2023071.jpg", "202307145.jpg",
        "2023-7-14.jpg", "2023-07_14.jpg", "2023-07-145.jpg", "21230714.jpg", "", "10203040_n.jpg", "2023-00-14.jpg",
        "1689352205123.jpg",
    ]) func readsNoDateOutOfNumbers(name: String) {
        #expect(TakenDate(fileName: name) == nil)
    }

    /// Wherever this runs, the instant is the one in the name.
    @Test func pixelPhonesCountInUTC() {
        let date = TakenDate(fileName: "PXL_20230714_163005123.MP.jpg")
        #expect(date?.utcSeconds == 1_689_352_205 && date?.nanoseconds == 123_000_000)
    }
}
