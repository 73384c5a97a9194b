import CellGraphics
import Glibc

/// Text to standard output and error, whole or not at all.
package enum Output {
    /// Writes to standard output. A reader that has gone ends the program quietly; a full disk is an error.
    package static func write(_ text: String) { write(Array(text.utf8)) }

    /// The same for bytes.
    package static func write(_ bytes: [UInt8]) {
        guard writeAll(bytes, to: STDOUT_FILENO) else {
            leave(errno)
        }
    }

    /// Ends the program after standard output took no more: quietly when its reader has gone.
    package static func leave(_ code: Int32) -> Never {
        if code == EPIPE { exit(ExitCode.done.rawValue) }
        writeError("termmap: cannot write to standard output: \(String(cString: strerror(code)))\n")
        exit(ExitCode.nothing.rawValue)
    }

    /// Ends the program with a message, and what more there is to say, a line each; passwords are left out.
    package static func fail(_ message: String, code: ExitCode, excerpt: [String] = []) -> Never {
        let message = ArgumentSecrets(CommandLine.arguments).stripped(message)
        Output.writeError("termmap: \(DisplayText(sanitising: message, limit: 2000).text)\n")
        for line in excerpt { Output.writeError("\(DisplayText(sanitising: line, limit: 2000).text)\n") }
        exit(code.rawValue)
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

    package static func writeError(_ text: String) { _ = writeAll(Array(text.utf8), to: STDERR_FILENO) }

    /// To any open file; false when it could not be written.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// What stands behind a file descriptor.
package enum Input {
    /// Whether reading the beginning of `path` takes nothing from a later reader: not so for pipes.
    package static func isRegularFileOrMissing(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        let kind = status.st_mode & S_IFMT
        return kind == S_IFREG || kind == S_IFDIR
    }

    /// Whether `path` is a pipe: what was read of it does not come again.
    static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Whether `path` is a device such as a serial line; one that cannot be opened may be, `/dev/null` is not.
    package static func isSerialLine(_ path: String) -> Bool {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return isatty(descriptor) == 1
    }

    /// Whether there is data to read: a pipe, a socket or a file, not a terminal or /dev/null.
    package static func isPipedOrFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        return kind == S_IFIFO || kind == S_IFSOCK || kind == S_IFREG
    }
}
