import EvokeCLate
package import EvokeValues

/// The libraries that are loaded when one of their functions is first called. Where one is missing, such a call ends the
/// process: whoever calls it first has it loaded before.
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
            .unreadable, doing: "load", subject: rawValue, reason: "it is not installed as Evoke needs it",
            remedy: "Install it again, or run ./bootstrap.",
            cause: EvokeError.Cause("dl", text: String(cString: trouble)))
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
