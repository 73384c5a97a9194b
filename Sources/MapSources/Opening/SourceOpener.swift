/// Finds the reader for whatever the user names: files of any format, standard input, several of them.
public struct SourceOpener: Sendable {
    public let options: SourceOptions

    public init(_ options: SourceOptions) { self.options = options }

    /// What reads `paths`, several of them as layers of one; "-" is the standard input.
    ///
    /// Files are looked at to find out their formats; a stream is waited for until it gives something.
    public func loader(
        for paths: [String], isCancelled: @Sendable () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> any SourceLoader {
        var loaders: [any SourceLoader] = []
        for path in paths { loaders.append(try loader(for: path, isCancelled: isCancelled)) }
        return loaders.count == 1 ? loaders[0] : LayeredLoader(loaders: loaders)
    }

    private func loader(
        for path: String, isCancelled: () -> Bool
    ) throws(SourceError) -> any SourceLoader {
        switch try format(of: path, isCancelled: isCancelled) {
        case .csv: return CSVLoader(path: path, options: options.csv)
        default: throw .refused(name: path, words: "is not read yet")
        }
    }

    /// The format that was asked for, else the one that the first bytes or the name tell.
    private func format(of path: String, isCancelled: () -> Bool) throws(SourceError) -> SourceFormat {
        if let format = options.format { return format }
        if options.sql != nil || options.table != nil { return .sqlite }
        if options.layer != nil { return .gdal }
        return try SourceFormat(head: head(of: path, isCancelled: isCancelled), name: path)
    }

    private func head(of path: String, isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        let file: FileBytes
        do throws(FileError) {
            file = try FileBytes(path: path)
            if file.isSeekable { return try file.head(SourceFormat.headLength) }
        } catch {
            // A folder may be a data set of GDAL's.
            if error.reason == .isDirectory, path.hasSuffix(".gdb") || path.hasSuffix(".gdb/") { return [] }
            throw .file(error)
        }
        // Another pipe would lose its writer if it were opened, looked at, and opened again.
        guard path == "-" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/") else { return [] }
        return try StreamHeads.look(at: file, length: SourceFormat.headLength, isCancelled: isCancelled)
    }
}

extension FileBytes {
    /// The first bytes of a file, at most `length`.
    func head(_ length: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(length, identity.size))
        let count = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(FileError) in try read(at: 0, into: buffer) }
        }
        return Array(bytes.prefix(try count.get()))
    }
}
