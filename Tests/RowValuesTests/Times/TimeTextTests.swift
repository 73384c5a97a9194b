import TestSupport
import Testing

@testable import RowValues

/// What texts mean as times.
struct TimeTextTests {
    @Test func everyFormIsReadAsPythonWritesIt() {
        #expect(TimeTable.forms.count == 252)
        for form in TimeTable.forms {
            let reading = TimeText.reading(form.text)
            #expect(reading?.milliseconds == form.milliseconds, "\(form.text)")
            #expect(reading?.hasOffset == form.hasOffset, "\(form.text)")
        }
    }

    @Test(
        arguments: [
            ("2026-03-29T01:30:00.1239+02:00", 1_774_740_600_123),
            ("2026-03-29T01:30:00Z", 1_774_747_800_000),
            ("-0044-03-15", -63_549_360_000_000), ("0000-03-01", -62_162_035_200_000),
            ("+12026-01-01", 317_336_745_600_000), ("2026-03-29 24:00", 1_774_828_800_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2026-03-29 01:30:00 +02", 1_774_740_600_000),
            ("1.2.20", 1_580_515_200_000), ("31.12.69 0:00", -86_400_000),
            ("Sun Mar 29 01:30:00 2026", 1_774_747_800_000), ("Mon Mar  9 13:05:00 2026", 1_773_061_500_000),
            ("Sun Mar 29 01:30:00 UTC 2026", 1_774_747_800_000),
            ("Sun Mar 29 01:30:00 +0200 2026", 1_774_740_600_000),
            ("Sun Mar 29 01:30:00 CEST 2026", 1_774_740_600_000),
            ("2026-03-29 01:30 cet", 1_774_744_200_000), ("2026-03-29 01:30:00 MESZ", 1_774_740_600_000),
            ("Sun, 29 Mar 2026 01:30:00 EST", 1_774_765_800_000),
            ("3/29/2026 1:30 AM PDT", 1_774_773_000_000),
            ("2026-03-29 01:30 MSK", 1_774_737_000_000), ("2026-03-29T01:30:00JST", 1_774_715_400_000),
            ("Sun, 29 Mar 2026 01:30:00 +0200 (CEST)", 1_774_740_600_000),
            ("2026-03-29 01:30 +02 (CEST)", 1_774_740_600_000),
            ("Sun Mar 29 2026 01:30:00 GMT+0200 (Central European Summer Time)", 1_774_740_600_000),
            ("2026-03-29 01:30 UTC+2", 1_774_740_600_000), ("2026-03-29 01:30 UT", 1_774_747_800_000),
            ("3/29/2026 1:30 a.m.", 1_774_747_800_000), ("29 Mar 2026 1:05 P.M.", 1_774_789_500_000),
            ("[29/Mar/2026:01:30:00 +0200]", 1_774_740_600_000), ("29-Mar-26", 1_774_742_400_000),
            ("Sunday, 29-Mar-26 01:30:00 GMT", 1_774_747_800_000), ("2026-W13", 1_774_224_000_000),
        ] as [(String, Int64)])
    func unusualTimesAreMoments(text: String, milliseconds: Int64) {
        #expect(TimeText.reading(text)?.milliseconds == milliseconds)
    }

    @Test(
        arguments: [
            ("2026-W13-7T01:30", 1_774_747_800_000),
            ("2026W137T01:30:00+02:00", 1_774_740_600_000),
            ("2026-088T01:30:00.5Z", 1_774_747_800_500),
            ("2026-3-9", 1_773_014_400_000),
            ("2026/3/9 4:05", 1_773_029_100_000),
            ("2026/11/9 4:05:06 PM", 1_794_240_306_000),
            ("2026.03.29 01:30", 1_774_747_800_000),
            ("2026:03:29 01:30:00", 1_774_747_800_000),
            ("2026:03:29 01:30:00+02:00", 1_774_740_600_000),
            ("2026-03-29T01:30:00+02:00[Europe/Berlin]", 1_774_740_600_000),
            ("2026-03-29T01:30Z[UTC]", 1_774_747_800_000),
            ("March 1st, 2026", 1_772_323_200_000),
            ("22nd March 2026 1:30 PM", 1_774_186_200_000),
            ("Tue, Mar 3rd 2026", 1_772_496_000_000),
            ("Sunday 29th Mar 2026", 1_774_742_400_000),
            // As browsers, date, Go, Oracle, SAS and DB2 write it.
            ("3/29/2026, 1:30:00\u{202F}AM", 1_774_747_800_000),
            ("3/29/2026 1:30\u{A0}PM", 1_774_791_000_000),
            ("Sun 29 Mar 01:30:00 UTC 2026", 1_774_747_800_000),
            ("Sun 29 Mar 01:30:00 CEST 2026", 1_774_740_600_000),
            ("2026-03-29 01:30:00 +0200 CEST", 1_774_740_600_000),
            ("2026-03-29 01:30:00.123456789 +0000 UTC m=+0.000012", 1_774_747_800_123),
            ("29-MAR-26 01.30.00.000000 AM", 1_774_747_800_000),
            ("29-MAR-26 01.30.00.500 PM", 1_774_791_000_500),
            ("2026-03-29 01:30:00 -0300 -03", 1_774_758_600_000), ("2026-03-29 01.30.00", 1_774_747_800_000),
            ("29MAR2026:01:30:00", 1_774_747_800_000), ("29MAR2026", 1_774_742_400_000),
            ("2026-03-29-01.30.00.000000", 1_774_747_800_000), ("29.03.2026 01.30.00", 1_774_747_800_000),
            ("2026W137T013000Z", 1_774_747_800_000), ("2026-03-29T01:30:00\u{2212}02:00", 1_774_755_000_000),
            ("20260329_013000", 1_774_747_800_000), ("2026-03-29_01:30:00", 1_774_747_800_000),
            ("2026年3月29日 01:30", 1_774_747_800_000), ("2026年03月29日", 1_774_742_400_000),
        ] as [(String, Int64)])
    func lessCommonFormsAreMoments(text: String, milliseconds: Int64) {
        #expect(TimeText.reading(text)?.milliseconds == milliseconds)
    }

    /// Names of months that are not English, of six languages.
    @Test(
        arguments: [
            ("3. März 2026", 1_772_496_000_000), ("3. MÄRZ 2026", 1_772_496_000_000),
            ("3 août 2026", 1_785_715_200_000), ("3 AOÛT 2026", 1_785_715_200_000),
            ("1er janvier 2026", 1_767_225_600_000), ("3 de agosto de 2026", 1_785_715_200_000),
            ("3 agosto 2026", 1_785_715_200_000), ("3 mrt 2026", 1_772_496_000_000),
            ("03-Dez-2026", 1_796_256_000_000), ("4 févr. 2026 13:05", 1_770_210_300_000),
            ("24. Dezember 2026", 1_798_070_400_000), ("5 de outubro de 2026", 1_791_158_400_000),
            ("5. Okt. 2026", 1_791_158_400_000), ("3 marzo 2026", 1_772_496_000_000),
        ] as [(String, Int64)])
    func monthsOfOtherLanguagesAreRead(text: String, milliseconds: Int64) {
        #expect(TimeText.reading(text)?.milliseconds == milliseconds)
        #expect(TimeText.reading(text)?.order == TimeText.reading("3 Mar 2026")?.order)
    }

    /// Days of the week of the same languages, and words before clocks; all are 3 March 2025, 14:05.
    @Test(arguments: [
        "Montag, 3. März 2025 um 14:05", "Mo., 03.03.2025 14:05 Uhr", "MONTAG 3. März 2025, 14:05",
        "lundi 3 mars 2025 à 14:05", "lun. 3 mars 2025 À 14:05", "lunes, 3 de marzo de 2025 a las 14:05",
        "lundi 3 mars 2025 à 14h05", "3 mars 2025 14h05", "sabato 3 marzo 2025 14:05",
        "lunedì 3 marzo 2025 alle 14:05", "LUNEDÌ 3 marzo 2025, alle ore 14:05",
        "segunda-feira, 3 de março de 2025 às 14:05", "maandag 3 maart 2025 om 14:05",
        "Monday, 3 March 2025 at 2:05 PM", "March 3, 2025 at 14:05", "Mon 3 Mar 2025 14:05",
        "2025-03-03 at 14:05",
    ])
    func weekdaysAndWordsBeforeClocksAreRead(text: String) {
        #expect(TimeText.reading(text)?.milliseconds == 1_741_010_700_000)
    }

    @Test(arguments: [
        "Montage 3. März 2025", "Montag", "Montag, 3", "Montag, 3. März", "3. März 2025 um",
        "3. März 2025 umm 14:05",
        "so 3 mal 2025", "mar 29, 2026x", "Di 3 set 20",
    ])
    func wordsThatAreNoTimesAreNone(text: String) {
        #expect(TimeText.reading(text) == nil)
    }

    @Test(
        arguments: [
            ("/Date(1774747800000)/", 1_774_747_800_000), ("/Date(1774747800000+0200)/", 1_774_747_800_000),
            ("/Date(-1000)/", -1_000),
        ] as [(String, Int64)])
    func datesOfJSONAreMilliseconds(text: String, milliseconds: Int64) {
        #expect(TimeText.reading(text)?.milliseconds == milliseconds)
        #expect(TimeText.reading(text)?.hasOffset == true)
    }

    @Test(arguments: [
        "/Date()/", "/Date(12)", "/Date(1774747800000+2)/", "/Datei/x", "3. Märzchen 2026", "3 de 2026",
        "3. 4 2026",
        "3 janv", "3 outing 2026", "3 set 20",
    ])
    func whatLooksLikeMonthsIsNone(text: String) {
        #expect(TimeText.reading(text) == nil)
    }

    /// Codes and lengths of time have such marks as well.
    @Test(arguments: [
        "2026:03:29", "3026-3-9", "12345-1-2", "1234.05.06", "2026.3.9", "2026.03", "2026-W13T01:30",
        "2026-088 ", "2026-088T", "1st/3/2026", "29th", "March 1st", "2026-03-29T01:30[Europe/Berlin]",
        "2026-03-29T01:30Z[UTC", "2026-3-", "2026-3-32",
    ])
    func whatLooksLikeThemIsNone(text: String) {
        var text = text
        #expect(text.withUTF8 { TimeText.reading($0) } == nil)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-30", "2026-02-29", "30.02.2026", "12.13.2026", "30/02/2020",
        "2026-03-29 25:00", "2026-03-29 24:01", "2026-03-29 12:60", "2026-03-29 1:30:00:00", "2026-03-29T",
        "2026-W54-1", "2026-W01-8", "2026-366", "2026-000", "13:30", "29 Marseille 2026", "Mars 29, 2026",
        "10.0.0.1", "2026-03-29 13:00 PM", "2026-03-29 01:30 +25:00", "00/05/2026", "march", "Sun, 29",
        "2026-03-29 01:30:00.", "5e10", "2026-W13-", "[2026-03-29", "[]", "Sun Mar 29 2026 01:30 2026",
        "Sun Mar 29 01:30:00 IST 2026", "2026-03-29 01:30 BST", "2026-03-29 01:30 CST",
        "2026-03-29 01:30 ESTX",
        "2026-03-29 01:30 UTC(", "March 10, 26", "abcdefgh", "--------", "2026-03-29T01:30:00Zulu",
        "٢٠٢٦-٠٣-٢٩",
        "2026-03-29 01:30:00 +02:00 and more than sixty-four bytes of text behind it",
    ])
    func othersAreNone(text: String) {
        #expect(TimeText.reading(text) == nil)
    }

    @Test func threeNumbersSayWhichOrdersArePossible() throws {
        let either = try #require(TimeText.reading("05/06/2026 10:00"))
        #expect(either.order == .either)
        #expect(either.milliseconds == TimeText.reading("2026-06-05 10:00")?.milliseconds)
        #expect(either.monthFirst == TimeText.reading("2026-05-06 10:00")?.milliseconds)
        #expect(TimeText.reading("29/03/2026")?.order == .dayFirst)
        #expect(TimeText.reading("3/29/2026 1:30 PM")?.order == .monthFirst)
        #expect(TimeText.reading("1/22/20")?.milliseconds == TimeText.reading("2020-01-22")?.milliseconds)
        #expect(TimeText.reading("05/05/2026")?.order == .certain)
        #expect(TimeText.reading("05.06.2026")?.order == .certain)
    }

    @Test(
        arguments: [
            ("1774747800", EpochUnit.seconds, 1_774_747_800_000),
            ("1774747800.1239", .seconds, 1_774_747_800_123),
            ("1774747800123", .milliseconds, 1_774_747_800_123),
            ("1.7747478e+09", .seconds, 1_774_747_800_000), ("1.7747478005E9", .seconds, 1_774_747_800_500),
            ("1.774747800123e12", .milliseconds, 1_774_747_800_123),
            ("1774747800123456", .microseconds, 1_774_747_800_123),
            ("1774747800123456789", .nanoseconds, 1_774_747_800_123),
            ("-1774747800.0001", .seconds, -1_774_747_800_001),
            ("-1774747800123456789", .nanoseconds, -1_774_747_800_124),
        ] as [(String, EpochUnit, Int64)])
    func numbersCountFrom1970InTheUnitOfTheirSize(text: String, unit: EpochUnit, milliseconds: Int64) throws {
        var text = text
        let number = try #require(text.withUTF8 { PlainNumber($0) })
        #expect(EpochUnit.likely(number.whole) == unit)
        #expect(number.milliseconds(unit) == milliseconds)
    }

    /// Codes and numbers that look a little like the same.
    @Test(arguments: [
        "2026-03-29-10", "2026-03-29-1", "29.03.2026 01.30", "1.30.00", "29MAR26X", "29MAR",
        "20260329_0130001", "2026年",
        "2026-03-29 01:30:00 +0200 Berlin", "2026-03-29_x", "2026-03-29_10",
        "2026-03-29 01:30:00+00 BC", "2026-03-29 01:30:00 UTC ago", "2026-03-29 01:30:00Z late",
    ])
    func codesAreNoTimes(text: String) { #expect(TimeText.reading(text) == nil, "\(text)") }

    @Test(arguments: ["99999999999999999999", "9223372036854775808", "", "-", "1.", "1 2", "0x10"])
    func otherNumbersAreNone(text: String) {
        var text = text
        #expect(text.withUTF8 { PlainNumber($0) } == nil)
    }

    @Test(
        arguments: [
            ("%d.%m.%Y %H:%M", "29.03.2026 01:30", 1_774_747_800_000),
            ("%Y%m%d", "20260329", 1_774_742_400_000),
            ("%b %e %Y %I:%M %p", "Mar  9 2026 1:05 pm", 1_773_061_500_000),
            ("%FT%T%z", "2026-03-29T01:30:00+0200", 1_774_740_600_000),
            ("%Y-%j", "2026-088", 1_774_742_400_000), ("%s", nil, nil), ("no fields", nil, nil),
            ("%Y %", nil, nil),
            ("%Y-%j", "2026-366", nil), ("%d/%m/%y", "31/02/26", nil), ("%Y", "20266", nil),
        ] as [(String, String?, Int64?)])
    func patternsAreThoseOfStrptime(pattern: String, text: String?, milliseconds: Int64?) throws {
        guard var text else {
            #expect(TimePattern(pattern) == nil)
            return
        }
        let parsed = try #require(TimePattern(pattern))
        #expect(text.withUTF8 { parsed.reading($0)?.milliseconds } == milliseconds)
    }

    /// What is read in the short way is what all rules read.
    @Test(arguments: 0..<40 as Range<UInt64>) func theShortWayIsNoOther(seed: UInt64) {
        var random = SeededRandom(seed)
        var plainCount = 0
        for _ in 0..<500 {
            func digits(_ range: ClosedRange<Int>, _ count: Int) -> String {
                let text = "\(random.number(range))"
                return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
            }
            let ends = [
                "", "Z", "z", "+01:00", ".", ".5", ".123Z", ".123456789", " ", "x", ".12x", ",5", "ZZ",
            ]
            var text =
                "\(digits(0...9_999, 4))-\(digits(0...13, 2))-\(digits(0...32, 2))"
                + ["T", " ", "t", "", "_"][random.number(0...4)]
            if random.number(0...4) > 0 {
                text += "\(digits(0...25, 2)):\(digits(0...61, 2)):\(digits(0...61, 2))"
                text += ends[random.number(0...ends.count - 1)]
            }
            if random.number(0...5) == 0 {
                var bytes = Array(text.utf8)
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(32...126))
                text = String(decoding: bytes, as: UTF8.self)
            }
            text.withUTF8 { bytes in
                guard bytes.count >= 6, let plain = TimeText.plain(bytes) else { return }
                plainCount += 1
                #expect(plain == TimeText.anyReading(bytes), "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(plainCount > 10)
    }

    @Test(arguments: [
        "2026-03-29", "2026-03-29T01:30:00", "2026-03-29 01:30:00Z", "2026-03-29T01:30:00.1Z",
        "2026-03-29T23:59:60Z", "2026-03-29T24:00:00.000",
    ])
    func commonTimesAreReadInTheShortWay(text: String) {
        var text = text
        #expect(text.withUTF8 { TimeText.plain($0) } == TimeText.reading(text))
        #expect(TimeText.reading(text) != nil)
    }
}
