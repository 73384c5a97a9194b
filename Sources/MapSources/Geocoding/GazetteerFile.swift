import MapModel

/// Reads `gazetteer.tmg`, whole into memory.
public enum GazetteerFile {
    /// More is no gazetteer of ours: 64 MB.
    private static let maximumSize = 1 << 26

    /// The gazetteer at `path`.
    public static func read(_ path: String) throws(GazetteerFileError) -> Gazetteer {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try wholeFile(path)
        } catch {
            throw .unreadable(error)
        }
        do throws(GazetteerError) {
            return try Gazetteer(bytes)
        } catch {
            throw .refused(file: path, error)
        }
    }

    private static func wholeFile(_ path: String) throws(FileError) -> [UInt8] {
        let file = try FileBytes(path: path)
        let size = Swift.min(file.totalBytes ?? 0, maximumSize)
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(FileError) {
                count = try file.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

/// Why a gazetteer could not be opened, in one line.
public enum GazetteerFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(FileError)
    case refused(file: String, GazetteerError)

    public var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .refused(let file, let error): "\(printable(file)): \(error)"
        }
    }
}
