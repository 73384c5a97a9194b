import MapModel
import Streams

/// Where positions come from while the program runs.
package struct PositionSource: Sendable {
    package enum Origin: Sendable, Hashable {
        case gpsd(GPSDAddress)
        /// A receiver at a serial line; bits a second, nil to leave the line as it is.
        case serial(path: String, speed: Int?)
        /// A recorded log, `-` for standard input; its format, nil to find out; so many times as fast as it was, nil
        /// for as fast as it can be read.
        case log(path: String, format: FixLogFormat?, speed: Double?)
    }

    package let origin: Origin

    package init(_ origin: Origin) { self.origin = origin }

    /// The speeds, in bits a second, that serial lines can have.
    package static var serialSpeeds: [Int] { SerialPort.speeds.keys.sorted() }

    /// Reports events until the task is cancelled or a log has ended. Reconnects by itself.
    ///
    /// - Parameter onEvent: called from a thread of its own, one call after the other.
    /// - Throws: when a log cannot be read.
    package func run(onEvent: @escaping @Sendable (PositionEvent) -> Void) async throws(SourceError) {
        let wakePipe: WakePipe
        do throws(FileError) { wakePipe = try WakePipe() } catch { throw .file(error) }
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
