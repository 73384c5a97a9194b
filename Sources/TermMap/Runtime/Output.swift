import CellGraphics
import Platform

/// Text to standard output and error, whole or not at all.
package enum Output {
    /// Writes to standard output. A reader that has gone ends the program quietly; a full disk is an error.
    package static func write(_ text: String) { write(Array(text.utf8)) }

    /// The same for bytes.
    package static func write(_ bytes: [UInt8]) {
        guard Descriptor.writeAll(bytes, to: Descriptor.output) else { leave(.last) }
    }

    /// Exits after a failed write to standard output: silently when its reader has exited.
    package static func leave(_ error: SystemError) -> Never {
        if error == .brokenPipe { ExitCode.done.end() }
        writeError("termmap: cannot write to standard output: \(error.words)\n")
        ExitCode.nothing.end()
    }

    /// Ends the program with a message, and what more there is to say, a line each; passwords are left out.
    package static func fail(_ message: String, code: ExitCode, excerpt: [String] = []) -> Never {
        let message = ArgumentSecrets(CommandLine.arguments).stripped(message)
        Output.writeError("termmap: \(DisplayText(sanitising: message, limit: 2000).text)\n")
        for line in excerpt { Output.writeError("\(DisplayText(sanitising: line, limit: 2000).text)\n") }
        code.end()
    }
    /// For a terminal: lines and tabs stay, all else that would steer it is shown instead.
    package static func writeHarmless(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { field in
                DisplayText(sanitising: String(decoding: field, as: UTF8.self), limit: .max).text
            }.joined(separator: "\t")
        }
        write(lines.joined(separator: "\n"))
    }

    package static func writeError(_ text: String) {
        _ = Descriptor.writeAll(Array(text.utf8), to: Descriptor.error)
    }
}

/// What stands behind a path or a descriptor.
package enum Input {
    /// Whether reading the beginning of `path` takes nothing from a later reader: not so for pipes.
    package static func isRegularFileOrMissing(_ path: String) -> Bool {
        [nil, .regular, .folder].contains(FileStatus(path: path)?.kind)
    }

    /// Whether `path` is a device such as a serial line; one that cannot be opened may be, `/dev/null` is not.
    package static func isSerialLine(_ path: String) -> Bool {
        guard path != "-", FileStatus(path: path)?.kind == .characterDevice else { return false }
        let descriptor = Descriptor.open(path, [.reading, .nonBlocking, .noControl])
        guard descriptor >= 0 else { return true }
        defer { Descriptor.close(descriptor) }
        return Descriptor.isTerminal(descriptor)
    }

    /// Whether there is data to read: a pipe, a socket or a file, not a terminal or /dev/null.
    package static func isPipedOrFile(_ descriptor: Int32) -> Bool {
        FileStatus(descriptor: descriptor).map { [.pipe, .socket, .regular].contains($0.kind) } ?? false
    }
}
