import PlaceNames
import Testing

@Suite struct PlaceAnswerTests {
    @Test(arguments: zip(PlaceMatch.allCases, ["exact", "similar", "area", "rough"]))
    func eachMatchHasAWord(match: PlaceMatch, word: String) {
        #expect(match.rawName == word)
    }
}
