import Platform
import Streams

/// A table that is saved, and restored without reading its source again.
package protocol SavableTable: RowTable {
    /// Writes its sections, from `SavedSource.firstTableSection` on.
    func save(to file: inout SavedFileWriter) throws(SavedFault)

    /// About how many bytes its sections have; nil for a table that cannot be saved.
    var savedByteCount: Int? { get }

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
    /// The file, which stays open for the loader.
    let input: SourceInput
    /// Everything besides the bytes of the file that decides about its rows, in words.
    package let options: String
    /// The type of its table.
    let table: any SavableTable.Type

    /// - Parameter options: a value whose description names all of its properties.
    package init(_ input: SourceInput, options: some Any, table: any SavableTable.Type) {
        self.input = input
        self.options = "\(table) \(options)"
        self.table = table
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
