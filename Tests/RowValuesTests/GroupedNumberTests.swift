import Testing

@testable import RowValues

/// Eastings and northings with marks between their thousands.
@Suite struct GroupedNumberTests {
    @Test(
        arguments: [
            ("2'600'072", 2_600_072), ("2’600’072.5", 2_600_072.5), ("2 600 072,5", 2_600_072.5),
            ("2\u{A0}600\u{A0}072", 2_600_072), ("2\u{202F}600\u{202F}072", 2_600_072), ("-12'345", -12_345),
            ("1,200,147", 1_200_147), ("1.200.147", 1_200_147), ("1,200,147.25", 1_200_147.25),
            (" 394'251 ", 394_251),
        ] as [(String, Double)])
    func marksOfThousandsAreLeftOut(text: String, number: Double) {
        #expect(ValueText.groupedNumber(Array(text.utf8)) == number)
    }

    @Test(arguments: [
        "", "2600072", "394.251", "394,251", "2'60'072", "2'6000'072", "2600'072", "46 57 07", "46°57'07",
        "2'600’072",
        "1.200.147.25", "2'600'072 m", "12:345", "'600'072", "47'22", "2'600'",
    ])
    func otherTextIsNone(text: String) {
        #expect(ValueText.groupedNumber(Array(text.utf8)) == nil)
    }

    /// Of metres with three digits behind each mark and none with four before it, these are thousands.
    @Test(
        arguments: [
            (["652,000.5", "652,000"], "."), (["530,034", "180,381", "999"], "."),
            (["530.034", "180.381"], ","),
            (["530.034", "180.3"], nil), (["2600072.500", "180.381"], nil), (["652", "180"], nil), ([], nil),
        ] as [([String], Character?)])
    func metresHaveThousands(values: [String], mark: Character?) {
        let sample = ColumnSample(records: values.map { [Array($0.utf8)] })
        #expect(sample.decimalMarkOfGrouped([0]) == mark?.asciiValue)
    }

    /// The number of a zone before the eastings says which one it is.
    @Test(
        arguments: [
            (4_468_000, 5_333_000, "EPSG:31468"), (3_468_000, 5_333_000, "EPSG:31467"),
            (32_691_000, 5_334_000, "EPSG:4647"), (1_570_000, 5_180_000, "EPSG:2193"),
            (2_600_000, 1_200_000, "EPSG:2056"),
        ] as [(Double, Double, String)])
    func systemsAreFoundByWhereTheyAre(easting: Double, northing: Double, code: String) {
        let words = ProjectedSystem.words(eastings: [easting], northings: [northing])
        #expect(words?.hasPrefix(code + " ") == true, "\(words ?? "")")
    }

    @Test func eastingsWithMarksLookProjected() {
        let rows = [["2'600'072", "1'200'147"], ["2’683’141", "1’247’080"]]
        let sample = ColumnSample(records: rows.map { row in row.map { Array($0.utf8) } })
        #expect(sample.looksProjected(latitude: 1, longitude: 0))
        #expect(sample.groupedNumbers(of: 0) == [2_600_072, 2_683_141])
        let angles = ColumnSample(
            records: [["46 57 07", "7 26 27"]].map { row in row.map { Array($0.utf8) } })
        #expect(!angles.looksProjected(latitude: 0, longitude: 1) && angles.groupedNumbers(of: 0) == nil)
    }
}
