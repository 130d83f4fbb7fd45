import EvokeIndexing
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct SurroundingsTests {
    private let folder = TemporaryFolder()

    @Test func readsTheTableOfMounts() {
        let mounts = Mounts(
            parsing: Array(
                """
                22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
                30 22 0:50 / /home/me/Pic\\040tures/nas rw shared:9 master:2 - nfs4 nas:/x rw
                31 22 0:51 / /home/me/Pic\\040tures/disk rw - fuseblk /dev/sdb1 rw
                32 22 0:52 / /mnt rw - fuse.sshfs me@host: rw
                33 22 0:53 / /mnt rw - ext4 /dev/sdc1 rw
                34 22 0:54 / /net rw - cifs //nas/x rw
                not a line of the table
                """.utf8))
        let pictures = DiskPath("/home/me/Pic tures")
        #expect(mounts.all.count == 6 && mounts.inside(pictures).map(\.type) == ["nfs4", "fuseblk"])
        let deep = DiskPath("/net/deep/er")
        // The disk lies over the network at /mnt.
        let places = [pictures, deep, DiskPath("/mnt/x"), DiskPath("/network")]
        #expect(places.map { mounts.shared(in: $0) } == [[pictures.appending("nas")], [deep], [], []])
    }

    @Test func readsThisMachinesMounts() throws {
        #expect(try Mounts.read().all.contains { $0.place == DiskPath("/") })
    }

    @Test func seesRootsComeAndGoAndBecomeOthers() throws {
        let root = folder.path.appending("root")
        let file = try folder.write("photo.jpg", "one".utf8)
        let roots = [root, file]
        let missing = try Surroundings.read(roots)
        #expect(missing.changes(since: Surroundings()) == [root, file] && missing.roots == [file])

        try folder.write("root/a.jpg", "one".utf8)
        let there = try Surroundings.read(roots)
        #expect(there.changes(since: missing) == [root] && there.returned(since: missing) == [root])
        #expect(there.returned(since: Surroundings()).isEmpty, "it was never away")
        try folder.write("root/b.jpg", "two".utf8)
        #expect(try Surroundings.read(roots).changes(since: there).isEmpty, "what happens inside is heard otherwise")

        try folder.move("root", to: "away")
        try folder.write("root/c.jpg", "three".utf8)
        let other = try Surroundings.read(roots)
        try folder.write("photo.jpg", "two".utf8)
        let changed = try Surroundings.read(roots)
        #expect(other.changes(since: there) == [root] && changed.changes(since: other) == [file])
        #expect(try Surroundings.read([file]).changes(since: changed) == [root], "a root that is forgotten")
        #expect(try Surroundings.read(roots).changes(since: changed).isEmpty)
    }
}
