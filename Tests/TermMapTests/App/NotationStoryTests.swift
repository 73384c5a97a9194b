import MapModel
import Testing

@testable import App
@testable import StoryTestSupport

/// Coordinates that are copied as codes of cells.
@Suite struct NotationStoryTests {
    private func typing(_ keys: String) -> Story {
        var story = Story([(52.516, 13.377)])
        story.state.screen.hasClipboard = true
        story.play(keys)
        return story
    }

    private func copied(_ story: Story) -> String? {
        guard case .copy(let bytes) = story.effects.last else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("mgrs", "MGRS", "33UUU89861966"), ("usng", "MGRS", "33UUU89861966"), ("H3", "H3", nil),
        ("plus code", "plus code", "9F4MG98G+CR"), ("geohash", "geohash", "u33db2hzf"),
    ])
    func theNotationThatIsChosenIsCopied(name: String, title: String, code: String?) throws {
        let story = typing(":notation \(name)<Enter>")
        #expect(story.state.screen.message?.text.text == "y copies coordinates as \(title)")
        let text = try #require(copied(story.playing("<Tab>y")))
        let notation = try #require(CodeNotation(name: name))
        let place = Coordinate(latitude: 52.516, longitude: 13.377)
        #expect(text == notation.code(of: place))
        if let code { #expect(text == code) }
        let degrees = typing(":notation \(name)<Enter>:notation degrees<Enter><Tab>y")
        #expect(copied(degrees) == "52.516,13.377")
    }

    @Test func theNotationThatWasTypedIsCopied() throws {
        let gone = typing("gl33UUU8988119682<Enter>")
        #expect(gone.state.selection.placemark != nil)
        #expect(copied(gone.playing("y"))?.hasPrefix("33UUU") == true)
        #expect(copied(gone.playing("gl52.5,13.4<Enter>y")) == "52.5,13.4")
    }

    @Test func otherNamesAndPlacesWithoutACodeSaySo() {
        let other = typing(":notation furlongs<Enter>")
        #expect(
            other.state.screen.message?.text.text
                == "Unknown notation “furlongs” (degrees, geohash, H3, S2, plus code, MGRS, UTM, Maidenhead, quadkey)"
        )
        #expect(other.state.selection.notation == nil)
        let pole = typing("gl89,0<Enter>:notation utm<Enter>y")
        #expect(copied(pole) == nil)
        #expect(pole.state.screen.message?.text.text == "UTM has no code for this place")
    }

    @Test func theNameIsAskedFor() {
        #expect(typing(":notation<Enter>").state.panels.prompt?.field.text == "notation ")
        #expect(typing(":nota<Tab>").state.panels.prompt?.field.text == "notation ")
    }

    @Test func aDamagedCodeIsSaidInThePrompt() {
        let story = typing("gl617700169958293000<Enter>")
        #expect(story.state.panels.prompt?.error?.text.hasPrefix("H3: digits are lost") == true)
    }
}
