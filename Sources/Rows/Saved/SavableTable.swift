import Platform
import Streams

/// A table that can be saved.
package protocol SavableTable: RowTable {
    /// Writes its sections, from `SavedSource.firstTableSection` on.
    func save(to file: inout SavedFileWriter) throws(SavedFault)

    /// About how many bytes its sections have; nil for a table that cannot be saved.
    var savedByteCount: Int? { get }
}

/// A table that is restored without reading its source again.
package protocol RestorableTable: SavableTable {
    /// The table that was saved; throws `.damaged` for what no table can be.
    ///
    /// - Parameters:
    ///   - name: the source as the user names it now.
    ///   - source: the open source, of which rows are read again.
    init(saved: SavedFile, name: String, source: FileBytes) throws(SavedFault)
}

/// A loader whose rows come from one file and depend only on its bytes and on options.
package protocol SavableLoader: SourceLoader {
    /// What it reads; nil where rows cannot be saved, as those of a stream.
    var savable: SavableInput? { get }
}

/// What a loader reads, and how.
package struct SavableInput: Sendable {
    /// Restores a table from what was saved, its name now, and the open source.
    typealias Restoring = @Sendable (SavedFile, String, FileBytes) throws(SavedFault) -> any RowTable

    /// The file, which stays open for the loader.
    let input: SourceInput
    /// Everything besides the bytes of the file that decides about its rows, in words.
    package let options: String
    /// Restores its table.
    let restore: Restoring

    private init(input: SourceInput, options: String, restore: @escaping Restoring) {
        (self.input, self.options, self.restore) = (input, options, restore)
    }

    /// - Parameter options: a value whose description names all of its properties.
    package init(_ input: SourceInput, options: some Any, table: any RestorableTable.Type) {
        self.init(input: input, options: "\(table) \(options)") {
            (saved, name, source) throws(SavedFault) in
            try table.init(saved: saved, name: name, source: source)
        }
    }

    /// The same input for a loader that wraps the table of another one.
    ///
    /// - Parameter wrap: wraps the table that was restored, by sections of its own; throws `.damaged`.
    package func wrapped(
        _ wrap: @escaping @Sendable (any RowTable, SavedFile) throws(SavedFault) -> any RowTable
    ) -> SavableInput {
        SavableInput(input: input, options: options) { [restore] (saved, name, source) throws(SavedFault) in
            try wrap(try restore(saved, name, source), saved)
        }
    }

    /// A file of features, all of whose values are kept in memory.
    package static func features(
        _ format: String, _ input: SourceInput, _ options: FeatureOptions
    ) -> SavableInput {
        var options = options
        // Partial results are the same rows.
        options.snapshotInterval = .zero
        return SavableInput(input, options: "\(format) \(options)", table: FeatureTable.self)
    }

    /// The open file; nil for what is no regular file.
    package func file() throws(SourceError) -> FileBytes? {
        guard !input.isStream else { return nil }
        let file = try input.openToExplain()
        return file.identity.isRegular ? file : nil
    }

    /// The path without links; nil when the file has none.
    package var path: String? { FilePath.real(input.path) }

    /// As the user named it.
    package var name: String { input.name }
}
