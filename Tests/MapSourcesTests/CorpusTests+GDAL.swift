import TestSupport
import Testing

@testable import SourceTestSupport

extension CorpusTests {
    @Test(
        .tags(.startsPrograms), .enabled(if: InstalledGDAL.isThere, "no GDAL"),
        arguments: files.filter(mayNeedGDAL))
    func damageForGDALHasItsOutcome(file: String) { #expect(outcome(file) == Self.expected[file]) }
}
