import EvokeCLate
package import EvokeValues

/// Libraries that are loaded when one of their functions is first called. If one is missing, such a call ends the
/// process, so load the library first.
package enum LateLibrary: String, Sendable {
    case curl = "libcurl"
    case microhttpd = "libmicrohttpd"
    case openVINO = "OpenVINO"
    case pq = "libpq"
    case tesseract = "Tesseract"
    case tiff = "libtiff"
    case vips = "libvips"

    package func load() throws(EvokeError) {
        guard let trouble = trouble() else { return }
        throw EvokeError(
            .unreadable, doing: "load", subject: rawValue, reason: "no compatible version is installed",
            remedy: "Reinstall it, or run ./bootstrap.", cause: EvokeError.Cause("dl", text: String(cString: trouble)))
    }

    private func trouble() -> UnsafePointer<CChar>? {
        switch self {
        case .curl: evoke_trouble_of_curl()
        case .microhttpd: evoke_trouble_of_microhttpd()
        case .openVINO: evoke_trouble_of_openvino()
        case .pq: evoke_trouble_of_pq()
        case .tesseract: evoke_trouble_of_tesseract()
        case .tiff: evoke_trouble_of_tiff()
        case .vips: evoke_trouble_of_vips()
        }
    }
}
