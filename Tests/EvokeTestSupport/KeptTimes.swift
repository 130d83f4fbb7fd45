public import EvokeValues
import Glibc

/// Leaves a file with the times that it had, whatever `body` does to it.
public func keepingTimes(of file: DiskPath, _ body: () throws -> Void) throws {
    var status = stat()
    guard file.withCString({ stat($0, &status) }) == 0 else { throw NoTimes() }
    try body()
    let times = [status.st_atim, status.st_mtim]
    guard file.withCString({ utimensat(AT_FDCWD, $0, times, 0) }) == 0 else { throw NoTimes() }
}

private struct NoTimes: Error {}
