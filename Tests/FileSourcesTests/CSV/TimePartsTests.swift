import Foundation
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport

/// Times whose date and clock, or numbers, are in several columns.
@Suite struct TimePartsTests {
    private func times(_ text: String, _ columns: [String] = [], zone: ZoneTable = .utc) throws -> RowTimes {
        var question = TimeQuestion()
        (question.columns, question.readZone) = (columns, zone)
        return try TemporaryFile(text).load().table.times(
            question, isCancelled: { false }, progress: { _ in })
    }

    private func moment(_ text: String) -> Int64 { TimeText.reading(text)?.milliseconds ?? -1 }

    /// 29 March 2026, 01:30 and 13:05.
    @Test(arguments: [
        "lat,lon,date,time\n1,2,2026-03-29,01:30\n1,2,2026-03-29,13:05:00\n",
        "lat,lon,Date,Time (UTC)\n1,2,29.3.2026,1:30 AM\n1,2,29.3.2026,1:05 PM\n",
        "lat,lon,utc_date,utc_time\n1,2,2026/03/29,01:30:00Z\n1,2,2026/03/29,13:05:00Z\n",
        "lat,lon,acq_date,acq_time\n1,2,2026-03-29,0130\n1,2,2026-03-29,1305\n",
        "lat,lon,YYYYMMDD,HHMM\n1,2,20260329,130\n1,2,20260329,1305\n",
        "lat,lon,Datum,Uhrzeit\n1,2,29/03/2026,013000\n1,2,29/03/2026,130500\n",
        "lat,lon,date,time\n1,2,2026-03-29,03:30 CEST\n1,2,2026-03-29,T15:05+02:00\n",
        "lat,lon,year,month,day,hour,minute\n1,2,2026,3,29,1,30\n1,2,2026,3,29,13,5\n",
        "lat,lon,Year,Mo,Dy,Hr,Min,Sec\n1,2,2026,Mar,29,1,30,0.0\n1,2,2026,Mar,29,13,5,0.0\n",
    ]) func partsAreOneTime(text: String) throws {
        let found = try times(text)
        #expect(found.ends == nil)
        #expect(found.starts.moments == [moment("2026-03-29 01:30"), moment("2026-03-29 13:05")])
        #expect(found.starts.misfitCount == 0)
    }

    @Test func clocksAreOfTheZoneThatIsRead() throws {
        let zone = try #require(ZoneTable.named("+02:00"))
        let found = try times("lat,lon,date,time\n1,2,2026-03-29,01:30\n1,2,2026-03-29,01:30Z\n", zone: zone)
        #expect(found.starts.moments == [moment("2026-03-28 23:30"), moment("2026-03-29 01:30")])
        #expect(found.starts.name == "date + time")
    }

    @Test func aRowWithoutAClockHasNoTime() throws {
        let found = try times(
            "lat,lon,date,time\n1,2,2026-03-29,01:30\n1,2,2026-03-29,\n1,2,,01:30\n1,2,2026-03-29,25:00\n"
                + (1...40).map { _ in "1,2,2026-03-30,12:00\n" }.joined())
        #expect(found.starts.count == 41 && found.starts.missingCount == 2 && found.starts.misfitCount == 1)
        #expect(found.starts.firstMisfit?.row == 3 && found.starts.firstMisfit?.text == "25:00")
    }

    @Test func namedColumnsAreReadAsTheirValuesAre() throws {
        let text = "lat,lon,day,clock,from,until\n1,2,2026-03-29,0130,2026-03-01,2026-03-02\n"
        #expect(try times(text, ["day", "clock"]).starts.moments == [moment("2026-03-29 01:30")])
        let lasting = try times(text, ["from", "until"])
        #expect(lasting.starts.moments == [moment("2026-03-01")])
        #expect(lasting.ends?.moments == [moment("2026-03-02")])
        #expect(try times(text, ["day"]).starts.moments == [moment("2026-03-29")])
    }

    /// How long something takes is no clock; a day of 1900 is a year of four digits.
    @Test func otherColumnsAreNoClocks() throws {
        let text = "lat,lon,date,duration,response_time\n1,2,2026-03-29,01:30:00,0130\n"
        #expect(try times(text).starts.moments == [moment("2026-03-29")])
        let old = try times("lat,lon,year,month,day\n1,2,79,8,24\n1,2,1902,5,8\n1,2,-426,2,30\n")
        #expect(old.starts.moments.prefix(2) == [moment("0079-08-24"), moment("1902-05-08")])
        #expect(old.starts.misfitCount == 1)
    }
}
