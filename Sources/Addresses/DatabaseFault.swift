import Streams

/// Why a database of addresses cannot be used, or a record of it.
package struct DatabaseFault: Error, Equatable, Sendable {
    /// What went wrong.
    package enum Reason: Equatable, Sendable {
        /// The file could not be read.
        case file(FileError.Reason)
        /// No metadata where they must be.
        case noDatabase
        /// GeoIP Legacy, which ended in 2022.
        case oldFormat
        /// Another version of the format.
        case version(major: UInt64, minor: UInt64)
        /// A fact of the metadata that cannot be: its name.
        case metadata(String)
        /// The tree is longer than the file.
        case cutShort
        /// A node leads to no record.
        case beyond(node: Int)
        /// A record breaks a rule of the format.
        case record(node: Int)
    }

    /// The path; not yet safe to print.
    package let file: String
    /// What went wrong, with the facts for the message.
    package let reason: Reason
}

extension DatabaseFault: CustomStringConvertible {
    /// One line for the user.
    package var description: String {
        let name = printable(file)
        switch reason {
        case .file(let reason): return FileError(file: file, reason: reason).description
        case .noDatabase: return "\(name): no database of addresses (expected an .mmdb file)"
        case .oldFormat: return "\(name) is in the old format; termmap reads .mmdb"
        case .version(let major, let minor):
            return "\(name): format \(major).\(minor) is not supported (2.x is)"
        case .metadata(let fact): return "\(name): \(fact) is not as the format says (damaged?)"
        case .cutShort: return "\(name): the file ends within its tree (damaged?)"
        case .beyond(let node): return "\(name): record of node \(node) leads beyond the file (damaged?)"
        case .record(let node): return "\(name): record of node \(node) is damaged"
        }
    }
}
