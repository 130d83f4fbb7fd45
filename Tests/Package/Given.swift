import Evoke
import EvokePorts
import Foundation

// What the documents' listings take as given.
private func given<Value>() -> Value { fatalError("listings are compiled, and not run") }

var bytesOfAPicture: [UInt8] { given() }
var model: ModelID { given() }
var myImageEncoder: any ImageEncoding { given() }
var myTextEncoder: any TextEncoding { given() }
var myCatalog: any PhotoCatalog { given() }
var configuration: LibraryConfiguration { given() }
var file: DiskPath { given() }
var folder: URL { given() }
var pixels: [UInt8] { given() }
var engine: Engine { given() }
var numbersFromElsewhere: [Float] { given() }
func myRuntime(_ numbers: [Float]) async -> [Float] { given() }
