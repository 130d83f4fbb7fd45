import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues

/// What is recorded of a photo that holds so much.
func encoded(_ path: DiskPath, _ number: Int = 1) -> CatalogChange {
    .encoded(
        path, FileStamp(size: 1, modifiedNanoseconds: Int64(number), inode: 1),
        ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 1, height: 1),
        Embedding(normalizing: [1, 0, Float(number), 0], fingerprint: ModelID.fake.fingerprint)!)
}

func encoded(_ number: Int) -> CatalogChange { encoded(DiskPath("/photos/\(number).jpg"), number) }

/// A photo that is new, as it is planned.
func planned(_ path: String, _ time: Int64 = 1) -> PlannedPhoto {
    PlannedPhoto(
        path: DiskPath(path), stamp: FileStamp(size: 1, modifiedNanoseconds: time, inode: 1), companions: .none,
        need: .new)
}
