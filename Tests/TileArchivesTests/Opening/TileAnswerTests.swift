import Testing
@testable import TileArchives

struct TileAnswerTests {
    @Test func anAnswerIsFromTheServerUnlessSaid() {
        #expect(TileAnswer(bytes: nil).isOffline == false)
    }
}
