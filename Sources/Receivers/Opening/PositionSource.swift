import MapModel
import Platform
import Streams

/// A source of positions while the program runs.
package struct PositionSource: Sendable {
    /// The kind of source and where it is found.
    package enum Origin: Sendable, Hashable {
        /// A gpsd, over TCP.
        case gpsd(GPSDAddress)
        /// A receiver at a serial line; its speed in bits a second, nil to leave the line as it is.
        case serial(path: String, speed: Int?)
        /// A recorded log, `-` for standard input; its format, nil to detect it; its speed as a multiple of
        /// real time, nil for as fast as it can be read.
        case log(path: String, format: FixLogFormat?, speed: Double?)
    }

    /// What is read.
    package let origin: Origin

    /// A source that is opened by `run`.
    package init(_ origin: Origin) { self.origin = origin }

    /// The speeds, in bits a second, that serial lines can have.
    package static var serialSpeeds: [Int] { SerialPort.speeds }

    /// Reports events until the task is cancelled or a log has ended. Reconnects by itself.
    ///
    /// - Parameter onEvent: called from a thread of its own, one call after the other.
    /// - Throws: when a log cannot be read.
    package func run(onEvent: @escaping @Sendable (PositionEvent) -> Void) async throws(SourceError) {
        let wakePipe: WakePipe
        do throws(FileError) { wakePipe = try WakePipe.opened() } catch { throw .file(error) }
        let error = await BlockingThread.run {
            run(wakePipe, onEvent)
        } cancel: {
            wakePipe.wake()
        }
        if let error = error ?? nil { throw error }
    }

    private func run(_ wakePipe: WakePipe, _ onEvent: @escaping @Sendable (PositionEvent) -> Void)
        -> SourceError?
    {
        switch origin {
        case .gpsd(let address):
            var connection = GPSDConnection(address, wakePipe: wakePipe, onEvent: onEvent)
            connection.run()
        case .serial(let path, let speed):
            SerialConnection(path: path, speed: speed, wakePipe: wakePipe, onEvent: onEvent).run()
        case .log(let path, let format, let speed):
            do throws(SourceError) {
                try LogReplay(speed: speed, wakePipe: wakePipe).run(
                    path: path, format: format, onEvent: onEvent)
            } catch {
                return error
            }
        }
        return nil
    }
}
