import Foundation
import TestSupport
import Testing

/// On systems without apt the script names the packages that are missing, in one line, and installs nothing.
@Suite(.tags(.startsPrograms)) struct PackageNameTests {
    private static let build = [
        "libncurses-dev", "libexpat1-dev", "libsqlite3-dev", "libzstd-dev", "zlib1g-dev",
    ]

    private func run(release: String, _ packages: [String]) throws -> (code: Int32, errors: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "os-release-\(UUID())")
        try Data(release.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [Repository.root + "/tools/install-packages.sh"] + packages
        process.environment = ["PATH": "/usr/bin:/bin", "TERMMAP_OS_RELEASE": file.path]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(arguments: [
        ("ID=fedora\n", "dnf install expat-devel libzstd-devel ncurses-devel sqlite-devel zlib-devel"),
        (
            "ID=\"rocky\"\nID_LIKE=\"rhel fedora\"\n",
            "dnf install expat-devel libzstd-devel ncurses-devel sqlite-devel zlib-devel"
        ),
        ("ID=arch\n", "pacman --sync expat ncurses sqlite zlib zstd"),
        ("ID=alpine\n", "apk add expat-dev ncurses-dev sqlite-dev zlib-dev zstd-dev"),
        ("ID=macos\n", "brew install zstd"),
    ])
    func packagesAreNamedAsTheSystemNamesThem(release: String, command: String) throws {
        let answer = try run(release: release, Self.build)
        #expect(answer.code == 1)
        #expect(answer.errors == "termmap needs these packages; run: \(command)\n")
    }

    @Test func whatIsPartOfTheSystemIsNotMissing() throws {
        let answer = try run(release: "ID=macos\n", ["libncurses-dev", "zlib1g-dev"])
        #expect(answer.code == 0 && answer.errors == "")
    }
}
