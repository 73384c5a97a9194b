import MapModel
import Streams

/// Reads `gazetteer.tmg`, whole into memory.
package enum GazetteerFile {
    /// More is no gazetteer of ours: 64 MB.
    private static let maximumSize = 1 << 26

    /// The gazetteer at `path`.
    package static func read(_ path: String) throws(GazetteerFileError) -> Gazetteer {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.whole(path, limit: maximumSize)
        } catch {
            throw .unreadable(error)
        }
        do throws(GazetteerError) {
            return try Gazetteer(bytes)
        } catch {
            throw .refused(file: path, error)
        }
    }
}

/// Why a gazetteer could not be opened, in one line.
package enum GazetteerFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(FileError)
    case refused(file: String, GazetteerError)

    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .refused(let file, let error): "\(printable(file)): \(error)"
        }
    }
}
