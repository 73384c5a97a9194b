import TestSupport
import Testing

@testable import SourceTestSupport

extension ReportedFileTests {
    @Test(
        .tags(.startsPrograms), .enabled(if: InstalledGDAL.isThere, "no GDAL"),
        arguments: cases.filter { needsGDAL($0.file) })
    func hasItsRowsByGDAL(report: Case) throws { try check(report) }
}
