import TestSupport

@testable import FileSources
@testable import Rows

extension TemporaryFile {
    func load(
        _ options: CSVOptions = CSVOptions(), isCancelled: () -> Bool = { false },
        progress: (LoadProgress) -> Void = { _ in }
    ) throws -> LoadedTable {
        try withExtendedLifetime(self) {
            try LoadedTable(
                CSVLoader(path: path, options: options).read(isCancelled: isCancelled, progress: progress))
        }
    }
}
