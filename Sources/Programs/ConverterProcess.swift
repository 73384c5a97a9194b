import Platform
import Streams

/// A program of GDAL that runs beside this one and writes to a pipe.
///
/// No shell is used and no file written. The program is killed if it is still running when the last reference
/// goes away.
package final class ConverterProcess: Sendable {
    /// How it ended.
    package enum Outcome: Equatable, Sendable {
        /// Without a fault.
        case succeeded
        /// Its error message, on one line.
        case failed(words: String)
        /// There is no such program.
        case notInstalled
    }

    /// The end to read from.
    package let output: FileBytes
    private let program: ChildProgram

    /// Starts a program found by its name.
    ///
    /// - Parameter input: a descriptor that it reads from, which is closed; nil for no input.
    package init(
        _ program: String, _ arguments: [String], settings: [String: String], name: String,
        input: Int32? = nil
    ) throws(FileError) {
        guard let ends = Descriptor.makePipe() else { throw FileError(system: .last, file: name) }
        let readEnd = input ?? Descriptor.open("/dev/null", .reading)
        do throws(FileError) {
            output = try FileBytes(pipe: ends.reading, name: name)
        } catch {
            Descriptor.close(ends.writing)
            Descriptor.close(readEnd)
            throw error
        }
        self.program = try ChildProgram(
            program, arguments, settings: settings, input: readEnd, output: ends.writing)
    }

    /// Waits until the program has ended.
    package func outcome(isCancelled: () -> Bool) throws(SourceError) -> Outcome {
        switch program.outcome(isCancelled: isCancelled) {
        case .succeeded(let message):
            return GDALWords.damage(in: message).map { .failed(words: $0) } ?? .succeeded
        case .failed(let message): return .failed(words: GDALWords.first(in: message))
        case .notInstalled: return .notInstalled
        case .notStarted(let words): return .failed(words: words)
        case nil: throw .cancelled
        }
    }
}
