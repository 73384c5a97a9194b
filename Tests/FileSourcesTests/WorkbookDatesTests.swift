import Testing

@testable import FileSources

/// What GDAL does not read of dates in a workbook: found with GDAL 3.6 and workbooks of openpyxl.
struct WorkbookDatesTests {
    @Test(
        arguments: [
            ("<workbookPr date1904=\"1\"/>", 1),
            ("<x:workbookPr defaultThemeVersion='1' date1904 = 'true' />", 1),
            ("<workbookPr date1904=\"0\"/>", 0), ("<workbookPr date1904=\"false\"/>", 0),
            ("<workbookPr/>", 0),
            ("", 0),
        ])
    func daysFrom1904AreSaid(workbook: String, count: Int) {
        let notices = WorkbookDates.notices(workbook: workbook, styles: "")
        #expect(notices.count == count && notices.allSatisfy { $0.hasPrefix("counts days from 1904") })
    }

    @Test(
        arguments: [
            ("yyyy-mm-dd h:mm:ss", true), ("dd.mm.yyyy h:mm", true), ("[$-409]m/d/yy h:mm AM/PM;@", true),
            ("yyyy-mm-dd hh:mm:ss", false), ("YYYY-MM-DD HH:MM", false), ("h:mm AM/PM", false),
            ("[h]:mm:ss", false), ("yyyy-mm-dd", false), ("yyyy&quot; h &quot;", false), ("[h]yyyy", false),
            ("0.00", false),
        ])
    func formatsWithOneLetterForTheHourAreSaid(format: String, isSaid: Bool) {
        let styles =
            "<numFmts><numFmt formatCode=\"General\"/><numFmt numFmtId=\"164\" formatCode=\"\(format)\"/>"
        let notices = WorkbookDates.notices(workbook: "", styles: styles)
        #expect(notices.count == (isSaid ? 1 : 0))
        #expect(
            notices.allSatisfy {
                $0.hasPrefix("GDAL reads only the date of cells in the format \"\(format)\"")
            })
    }

    @Test func otherFilesHaveNoneOfThem() {
        #expect(WorkbookDates.notices(of: "/nowhere/table.xlsx").isEmpty)
        #expect(WorkbookDates.notices(of: "/nowhere/table.ods").isEmpty)
    }
}
