import MapModel
import Streams

/// Reads `gazetteer.tmg`, whole into memory.
package enum GazetteerFile {
    /// The largest file that is read: 64 MB.
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

/// Why a gazetteer cannot be used.
package enum GazetteerFileError: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read, or is too large.
    case unreadable(FileError)
    /// The file was read but is not a valid gazetteer.
    case refused(file: String, GazetteerError)

    /// One line for the user that names the file.
    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .refused(let file, let error): "\(printable(file)): \(error)"
        }
    }
}
