import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// What is asked, and a file that changes.
extension QueryStoryTests {
    @Test func aReloadAsksTheQueryAgain() throws {
        var played = try Played(Self.shops, "fkind = bar<Enter>Ckind<Esc>")
        try played.files.write(Self.shops + "\n7,Eta,bar,2,40,3\n")
        try played.play("R")
        #expect(played.rows == [1, 4, 6])
        try played.files.write("id,name,lat,lon\n1,Alpha,1,2\n")
        try played.play("R")
        #expect(
            played.rows == [0] && played.state.screen.message?.text.text.contains("no column kind") == true)
    }

    /// A program may rewrite the file step by step, or leave a column out once.
    @Test func whatAReloadCannotAnswerIsAskedOfTheNext() throws {
        var played = try Played(Self.shops, "fkind = bar<Enter>Cstars<Enter>")
        #expect(played.state.legend?.title.text == "stars")
        try played.files.write("id,name,stars,lat,lon\n1,Alpha,4,1,2\n2,Beta,2,1,3\n")
        try played.play("R")
        #expect(played.rows == [0, 1] && played.state.data.query.filter.isEmpty)
        #expect(played.state.legend?.title.text == "stars", "its column is there")
        let message = try #require(played.state.screen.message)
        #expect(
            message.text.text == "filter off for now: no column kind"
                && message.kind == .warning
        )
        try played.files.write(Self.shops)
        try played.play("R")
        #expect(played.rows == [1, 4] && played.state.data.query.filter == "kind = bar")
        #expect(played.state.legend?.title.text == "stars")

        try played.files.write("id,name,stars,lat,lon\n1,Alpha,4,1,2\n2,Beta,2,1,3\n")
        try played.play("RF")
        try played.files.write(Self.shops)
        try played.play("R")
        #expect(played.rows.count == 6, "F clears what waits for the next reload as well")
    }

    /// Other questions leave the filter waiting.
    @Test func theFilterWaitsWhileOtherThingsAreAsked() throws {
        var played = try Played(Self.shops, "fkind = bar<Enter>")
        try played.files.write("id,name,stars,lat,lon\n1,Alpha,4,1,2\n2,Beta,2,1,3\n")
        try played.play("RCstars<Enter>")
        try played.files.write(Self.shops)
        try played.play("R")
        #expect(played.rows == [1, 4] && played.state.legend?.title.text == "stars")
    }

    @Test func whatWasAskedSinceIsNotReplacedByWhatLapsed() throws {
        var played = try Played(Self.shops, "fkind = bar<Enter>")
        try played.files.write("id,name,stars,lat,lon\n1,Alpha,4,1,2\n2,Beta,2,1,3\n")
        try played.play("Rfstars > 2<Enter>")
        #expect(played.rows == [0])
        try played.files.write(Self.shops)
        try played.play("R")
        #expect(played.rows == [0, 1, 2] && played.state.data.query.filter == "stars > 2")
    }

    /// A file that is watched may be reloaded each second.
    @Test func leftOutValuesAreNotAnnouncedByEachReload() throws {
        let shops =
            Self.shops + "\n" + (10..<40).map { "\($0),A,bar,3,40,3\n" }.joined() + "9,B,bar,many,40,3\n"
        var played = try Played(shops, "fstars > 2<Enter>")
        #expect(played.state.data.queryNotices.count == 1)
        #expect(played.state.screen.message?.text.text == played.state.data.queryNotices.first)
        try played.files.write(shops + "8,Theta,bar,4,40,3\n")
        try played.play("R")
        #expect(played.state.data.queryNotices.count == 1)
        #expect(played.state.screen.message?.text.text.hasPrefix("Reloaded: ") == true)
    }

    /// A filter that was typed and given up does not come back with the column.
    @Test func aFilterThatWasEscapedDoesNotComeBack() throws {
        let without = "id,name,stars,lat,lon\n1,Alpha,4,1,2\n2,Beta,2,1,3\n"
        for keys in ["<Esc>", "<C-u><Enter>"] {
            var played = try Played(Self.shops, "fkind = bar")
            try played.files.write(without)
            played.headless.perform(Action.sourceChanged)
            try played.play(keys)
            try played.files.write(Self.shops)
            try played.play("R")
            #expect(played.rows.count == 6, "\(keys)")
        }
    }
}
