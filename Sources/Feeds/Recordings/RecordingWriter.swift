import Platform
import Streams

/// Writes what is received to a file as it comes.
final class RecordingWriter {
    private let descriptor: Int32
    private let start: Int64
    private let name: String
    /// What could not be written; nothing more is written then.
    private(set) var fault: FileError?

    /// Makes the file, or empties it.
    init(path: String, start: Int64, source: String) throws(FileError) {
        descriptor = Descriptor.open(path, [.writing, .create])
        name = path
        self.start = start
        guard descriptor >= 0 else { throw FileError(system: .last, file: path) }
        Descriptor.truncate(descriptor, to: 0)
        write(FeedRecording.firstLine(start: start, source: source))
        if let fault { throw fault }
    }

    deinit { Descriptor.close(descriptor) }

    /// Adds bytes that came at a moment.
    func add(_ bytes: [UInt8], received: Int64) {
        guard fault == nil, !bytes.isEmpty else { return }
        write(FeedRecording.mark(milliseconds: max(received - start, 0), count: bytes.count) + bytes)
    }

    /// Notes that the connection ended: what comes next begins a message.
    func endConnection(received: Int64) {
        guard fault == nil else { return }
        write(FeedRecording.mark(milliseconds: max(received - start, 0), count: 0))
    }

    private func write(_ bytes: [UInt8]) {
        if !Descriptor.writeAll(bytes, to: descriptor) { fault = FileError(system: .last, file: name) }
    }
}
