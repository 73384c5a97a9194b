import Foundation
import TestSupport

/// The real program without a terminal: everything through pipes.
struct Run {
    let code: Int32
    let outputBytes: [UInt8]
    let errors: String
    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// Makes the program itself patient, for tests of what it does when it has the time.
    static let patient = ["TERMMAP_SLOWNESS": "100"]

    /// A script of bash, with the program as `$0` and `argument` as `$1`.
    init(shell script: String, _ argument: String) throws {
        try self.init(["-c", script, PseudoTerminal.termmap, argument], of: "/bin/bash")
    }

    /// - Parameter input: what comes on standard input; nil for /dev/null.
    init(
        _ arguments: [String], of program: String = PseudoTerminal.termmap, input: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = [
            "LANG": "C.UTF-8", "HOME": "/tmp", "PATH": "/usr/bin:/bin",
            // No test uses what another one left.
            "XDG_CACHE_HOME": "/dev/null", "TERMMAP_CONFIG": "", "XDG_STATE_HOME": "/dev/null",
        ]
        .merging(environment) { $1 }
        let out = Pipe()
        let err = Pipe()
        process.standardOutput = out
        process.standardError = err
        if let input {
            let pipe = Pipe()
            process.standardInput = pipe
            try process.run()
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
        } else {
            process.standardInput = FileHandle.nullDevice
            try process.run()
        }
        outputBytes = Array(out.fileHandleForReading.readDataToEndOfFile())
        errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        code = process.terminationStatus
    }
}

/// A folder with one file in it, removed when the value is let go.
final class ScratchFile {
    private let temporary: ScratchFolder
    var folder: String { temporary.path }
    let path: String

    convenience init(_ text: String, named name: String = "places.csv") throws {
        try self.init(bytes: Array(text.utf8), named: name)
    }

    init(bytes: [UInt8], named name: String = "places.csv") throws {
        temporary = try ScratchFolder()
        path = temporary.file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
}
