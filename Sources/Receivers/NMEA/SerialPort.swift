import Platform
import Streams

/// A receiver's serial line, in raw mode at a given speed; any other file that can be read works as well.
///
/// Closed with the last reference. Its settings are not restored: each program sets its own.
final class SerialPort: Sendable {
    /// The speeds that receivers use.
    static let speeds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]

    let descriptor: Int32

    /// Opens a device.
    ///
    /// - Parameters:
    ///   - speed: bits a second, one of `speeds`; nil leaves the line as it is.
    /// - Throws: why the device cannot be used.
    init(path: String, speed: Int?) throws(FileError) {
        descriptor = Descriptor.open(path, [.reading, .noControl, .nonBlocking])
        guard descriptor >= 0 else { throw FileError(system: .last, file: path) }
        guard Descriptor.isTerminal(descriptor) else { return }
        do throws(FileError) {
            try Self.makeRaw(descriptor, speed: speed, path: path)
        } catch {
            Descriptor.close(descriptor)
            throw error
        }
    }

    deinit {
        Descriptor.close(descriptor)
    }

    private static func makeRaw(_ descriptor: Int32, speed: Int?, path: String) throws(FileError) {
        guard var line = TerminalLine(of: descriptor) else { throw FileError(system: .last, file: path) }
        line.makeRaw()
        // Receivers have no modem control lines; an unplugged one is still noticed.
        line.ignoreModem()
        if let speed { line.setSpeed(bitsPerSecond: speed) }
        guard line.apply(to: descriptor) else { throw FileError(system: .last, file: path) }
    }

    enum Reading: Equatable {
        case bytes(Int)
        /// No bytes yet.
        case nothing
        /// Unplugged, or at its end; the reason.
        case ended(String)
    }

    /// Reads the bytes that are available.
    func read(into buffer: inout [UInt8]) -> Reading {
        let count = Descriptor.read(descriptor, into: &buffer)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .ended("the device was disconnected") }
        return SystemError.last.isPassing ? .nothing : .ended(SystemError.last.words)
    }
}
