import Platform
import Programs
import Streams

/// Programs and libraries that are used when they are there.
struct ProgramCheck {
    let packages: PackageAdvice

    var section: DoctorSection {
        DoctorSection(
            title: "programs and libraries",
            findings: [
                program("ogr2ogr", .gdal, without: "shapefiles, Excel, GML and other formats of GDAL"),
                program("gdaltransform", .gdal, without: "coordinates of other systems (--crs)"),
                program(
                    "duckdb", .duckdb, without: "Parquet and DuckDB databases", variable: "TERMMAP_DUCKDB"),
                library(
                    "libpq", ["libpq.so.5"], .libpq, without: "PostgreSQL",
                    version: "PQlibVersion"
                ) { function in
                    typealias Version = @convention(c) () -> Int32
                    let number = unsafeBitCast(function, to: Version.self)()
                    return "\(number / 10_000).\(number % 10_000)"
                },
                library(
                    "libcurl", ["libcurl.so.4", "libcurl-gnutls.so.4"], .libcurl,
                    without: "ClickHouse and tiles of servers", version: "curl_version"
                ) { function in
                    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
                    let text = unsafeBitCast(function, to: Version.self)().map { String(cString: $0) }
                    return text?.split(separator: " ").first?.split(separator: "/").last.map(String.init)
                },
                library(
                    "libbrotlidec", ["libbrotlidec.so.1"], .brotli, without: "tiles compressed with Brotli",
                    version: "BrotliDecoderVersion"
                ) { function in
                    typealias Version = @convention(c) () -> UInt32
                    let number = unsafeBitCast(function, to: Version.self)()
                    return "\(number >> 24).\(number >> 12 & 0xFFF).\(number & 0xFFF)"
                },
            ])
    }

    // MARK: - Programs

    /// - Parameter variable: names the program where it is not on PATH.
    private func program(
        _ name: String, _ package: PackageAdvice.Package, without: String, variable: String? = nil
    ) -> Finding {
        let named = variable.flatMap { Environment.text($0) }
        guard let path = Self.path(of: named ?? name) else {
            if let named, let variable {
                return Finding(
                    .bad, name, "\(variable)=\(named) is no program: needed for \(without)",
                    advice: "unset \(variable) to look for \(name) on PATH, or name the program")
            }
            let elsewhere = variable.map { ", or set \($0) to the program" } ?? ""
            return Finding(
                .note, name, "not found on PATH: needed for \(without)",
                advice: packages.install(package) + elsewhere)
        }
        let source = named == nil ? "" : " (\(variable ?? ""))"
        switch Self.version(of: path) {
        case .success(let version): return Finding(.ok, name, "\(version), \(path)\(source)")
        case .failure(let fault):
            return Finding(
                .bad, name, "\(path)\(source) \(fault.words)",
                advice: "reinstall it: \(packages.install(package))")
        }
    }

    /// The file of a program by its path, or by its name on PATH; nil where none can be run.
    private static func path(of program: String) -> String? {
        let folders = (Environment.text("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let candidates = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
        return candidates.first { FilePath.allows(.running, $0) && FileStatus(path: $0)?.kind == .regular }
    }

    private struct Fault: Error { let words: String }
    private static let patience: Duration = .seconds(2)

    /// The first line that a program says of its version.
    private static func version(of path: String) -> Result<String, Fault> {
        guard let pipe = Descriptor.makePipe() else { return .failure(Fault(words: "cannot be asked")) }
        defer { Descriptor.close(pipe.reading) }
        let input = Descriptor.open("/dev/null", .reading)
        guard let program = try? ChildProgram(path, ["--version"], input: input, output: pipe.writing) else {
            return .failure(Fault(words: "cannot be started"))
        }
        let end = MonotonicClock.now + patience
        switch program.outcome(isCancelled: { MonotonicClock.now > end }) {
        case nil:
            program.kill()
            return .failure(Fault(words: "does not answer within 2 s"))
        case .succeeded?: break
        case .failed(let message)?:
            let words = String(decoding: message.prefix { $0 != 0x0A }, as: UTF8.self)
            return .failure(Fault(words: words.isEmpty ? "fails" : "fails: \(words)"))
        case .notInstalled?: return .failure(Fault(words: "cannot be run"))
        case .notStarted(let words)?: return .failure(Fault(words: words))
        }
        guard Descriptor.wait(for: pipe.reading, .reading, milliseconds: 0).contains(.reading) else {
            return .success("version not said")
        }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = Descriptor.read(pipe.reading, into: &bytes)
        let line = bytes.prefix(max(count, 0)).prefix { $0 != 0x0A && $0 != 0x2C }
        return .success(line.isEmpty ? "version not said" : String(decoding: line, as: UTF8.self))
    }

    // MARK: - Libraries

    private func library(
        _ name: String, _ files: [String], _ package: PackageAdvice.Package, without: String,
        version: String, _ text: (UnsafeMutableRawPointer) -> String?
    ) -> Finding {
        for file in files {
            guard let library = SharedLibrary(file), let function = library.function(version) else {
                continue
            }
            let path = SharedLibrary.file(of: function) ?? file
            return Finding(.ok, name, [text(function), path].compactMap(\.self).joined(separator: ", "))
        }
        return Finding(
            .note, name, "not found: needed for \(without)", advice: packages.install(package))
    }
}
