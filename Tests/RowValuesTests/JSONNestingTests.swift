import Testing

@testable import RowValues

@Suite struct JSONNestingTests {
    @Test func bracketsInTextsOpenNothing() {
        var nesting = JSONNesting()
        var depths: [Int] = []
        for byte in #"{"a\"]":[1,"}\\"]}]"#.utf8 {
            nesting.take(byte)
            depths.append(nesting.isInText ? 9 : nesting.depth)
        }
        // { "a\"] " : [ 1 , "}\\ " ] } ]
        #expect(depths == [1, 9, 9, 9, 9, 9, 1, 1, 2, 2, 2, 9, 9, 9, 9, 2, 1, 0, -1])
        #expect(!nesting.isEscaped)
    }
}
