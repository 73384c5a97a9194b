import Network
import Platform
import TileArchives

/// The passwords among the arguments of the program: hidden from those who list processes, and from messages.
package struct ArgumentSecrets {
    private let secrets: [String]

    /// - Parameter arguments: those of the program, read before they are hidden.
    package init(_ arguments: [String]) {
        let found = arguments.filter { $0.contains("://") }.flatMap { argument in
            let bytes = Array(argument.utf8)
            return Self.ranges(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
        // Shorter ones cannot be distinguished from words.
        secrets = found.filter { $0.utf8.count >= 3 }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Overwrites them where the system shows the arguments: `ps`, `/proc/PID/cmdline`.
    package static func hide() {
        // The first access copies them.
        _ = CommandLine.arguments
        for index in 1..<max(Int(CommandLine.argc), 1) {
            guard let text = CommandLine.unsafeArgv[index] else { return }
            let bytes = Array(UnsafeRawBufferPointer(start: text, count: Bytes.length(text)))
            for range in Self.ranges(in: bytes) {
                for offset in range { text[offset] = CChar(bitPattern: UInt8(ascii: "*")) }
            }
        }
    }

    /// The secrets of the address of a database, or of a server of tiles.
    private static func ranges(in argument: [UInt8]) -> [Range<Int>] {
        let option =
            argument.starts(with: Array("--basemap=".utf8)) ? argument.firstIndex(of: UInt8(ascii: "=")) : nil
        let start = option.map { $0 + 1 } ?? 0
        let address = Array(argument[start...])
        guard TileServers.isAddress(String(decoding: address, as: UTF8.self)) else {
            return AddressSecrets.ranges(in: argument)
        }
        return TileServers.secretRanges(in: address).map { $0.lowerBound + start..<$0.upperBound + start }
    }

    func stripped(_ text: String) -> String {
        secrets.reduce(text) { $0.replacing($1, with: "***") }
    }
}
