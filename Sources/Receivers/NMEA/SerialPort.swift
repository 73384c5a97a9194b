import Glibc
import Streams

/// A receiver's serial line, in raw mode at a given speed; any other file that can be read works as well.
///
/// Closed with the last reference. Its settings are not restored: each program sets its own.
final class SerialPort: Sendable {
    /// The speeds that receivers use.
    static let speeds: [Int: speed_t] = [
        1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
        19_200: speed_t(B19200), 38_400: speed_t(B38400), 57_600: speed_t(B57600), 115_200: speed_t(B115200),
        230_400: speed_t(B230400), 460_800: speed_t(B460800), 921_600: speed_t(B921600),
    ]

    let descriptor: Int32

    /// Opens a device.
    ///
    /// - Parameters:
    ///   - speed: bits a second, one of `speeds`; nil leaves the line as it is.
    /// - Throws: why the device cannot be used.
    init(path: String, speed: Int?) throws(FileError) {
        descriptor = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(system: errno, file: path) }
        guard isatty(descriptor) == 1 else { return }
        do throws(FileError) {
            try Self.makeRaw(descriptor, speed: speed, path: path)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    private static func makeRaw(_ descriptor: Int32, speed: Int?, path: String) throws(FileError) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw FileError(system: errno, file: path) }
        cfmakeraw(&settings)
        // Ignore modem control lines, which receivers do not have; but still detect an unplugged one.
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        if let speed, let code = speeds[speed] {
            cfsetispeed(&settings, code)
            cfsetospeed(&settings, code)
        }
        guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
            throw FileError(system: errno, file: path)
        }
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
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { return .bytes(count) }
        if count == 0 { return .ended("the device was disconnected") }
        return errno == EAGAIN || errno == EINTR ? .nothing : .ended(SystemError.words(errno))
    }
}
