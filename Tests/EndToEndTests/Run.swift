import Foundation

/// The real program without a terminal: everything through pipes.
struct Run {
    let code: Int32
    let output: String
    let errors: String
    var outputBytes: [UInt8] { Array(output.utf8) }

    /// - Parameter input: what comes on standard input; nil for /dev/null.
    init(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: PseudoTerminal.termmap)
        process.arguments = arguments
        process.environment = ["LANG": "C.UTF-8", "HOME": "/tmp", "PATH": "/usr/bin:/bin"]
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
        output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        code = process.terminationStatus
    }
}

/// A folder with one file in it, removed when the value is let go.
final class ScratchFile {
    let folder: String
    let path: String

    init(_ text: String, named name: String = "places.csv") throws {
        folder =
            FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID().uuidString)").path
        path = folder + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
