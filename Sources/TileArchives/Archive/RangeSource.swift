import Streams

/// Bytes at offsets: a file, or a file on a server that answers range requests.
///
/// A value reads one version of the file. When the file is replaced, reads throw `sourceChanged`; the archive that
/// uses it then drops what it knows of the old version and continues with `reopened`.
package protocol RangeSource: Sendable {
    /// The name for messages, without passwords and keys.
    var name: String { get }

    /// Whether it is on a network: what cannot be read now may be read later.
    var isRemote: Bool { get }

    /// Bytes come from a cache because the server does not answer.
    var isOffline: Bool { get }

    /// The bytes of `range`; fewer where the source ends before.
    ///
    /// - Throws: `.cancelled`, `.sourceChanged` when the file is not the one that was read first, or one line
    ///   that says why not.
    func bytes(in range: Range<Int>, isCancelled: () -> Bool) throws(SourceError) -> [UInt8]

    /// The file as it is now, after `sourceChanged`; it may be called by several readers of the old version.
    func reopened(isCancelled: () -> Bool) throws(SourceError) -> any RangeSource
}

extension RangeSource {
    /// A file on this machine.
    package var isRemote: Bool { false }

    /// A source that is always at hand.
    package var isOffline: Bool { false }
}

extension SourceError {
    /// The source of this name is not the one whose beginning was read.
    package static func sourceChanged(_ name: String) -> SourceError {
        .file(FileError(file: name, reason: .changedSinceLoaded))
    }

    /// Whether the archive must be opened again.
    package var isSourceChanged: Bool {
        if case .file(let error) = self { return error.reason == .changedSinceLoaded }
        return false
    }
}
