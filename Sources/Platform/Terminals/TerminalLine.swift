#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The settings of a terminal or a serial line (`termios`).
package struct TerminalLine {
    private var settings = termios()

    /// The current ones; nil where that fails, and `SystemError.last` says why.
    package init?(of descriptor: Int32) {
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    }

    /// Bytes as they come: no echo, no lines, no signals.
    package mutating func makeRaw() { cfmakeraw(&settings) }

    /// Keys as they come, as when raw, but text that is written still begins its lines at the left.
    package mutating func makeRawForInput() {
        cfmakeraw(&settings)
        settings.c_oflag |= tcflag_t(OPOST | ONLCR)
    }

    /// The line is ready whatever its modem control lines say, which is right for three wires.
    package mutating func ignoreModem() { settings.c_cflag |= tcflag_t(CLOCAL | CREAD) }

    /// Bits a second; nil for a speed that has no name.
    package var bitsPerSecond: Int? {
        let code = withUnsafePointer(to: settings) { cfgetospeed($0) }
        return Self.speeds.first { $0.code == code }?.bits
    }

    /// Sets the speed in both directions; nothing for one that has no name.
    package mutating func setSpeed(bitsPerSecond: Int) {
        guard let speed = Self.speeds.first(where: { $0.bits == bitsPerSecond }) else { return }
        cfsetispeed(&settings, speed.code)
        cfsetospeed(&settings, speed.code)
    }

    /// Makes them those of a terminal at once; false where that fails.
    package func apply(to descriptor: Int32) -> Bool {
        withUnsafePointer(to: settings) { tcsetattr(descriptor, TCSANOW, $0) == 0 }
    }

    private static let speeds: [(bits: Int, code: speed_t)] = {
        var speeds = [
            (50, speed_t(B50)), (75, speed_t(B75)), (110, speed_t(B110)), (134, speed_t(B134)),
            (150, speed_t(B150)), (200, speed_t(B200)), (300, speed_t(B300)), (600, speed_t(B600)),
            (1_200, speed_t(B1200)), (1_800, speed_t(B1800)), (2_400, speed_t(B2400)),
            (4_800, speed_t(B4800)),
            (9_600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
            (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
        ]
        #if !canImport(Darwin)
            speeds += [(460_800, speed_t(B460800)), (921_600, speed_t(B921600))]
        #endif
        return speeds.map { (bits: $0.0, code: $0.1) }
    }()
}
