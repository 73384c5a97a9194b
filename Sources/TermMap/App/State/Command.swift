/// What a key means. `KeyMap` binds keys to commands, `AppState.update` carries them out.
package enum Command: Hashable, Sendable {
    /// A move by a part of the view: eighths of its width and height.
    case pan(eastEighths: Int, southEighths: Int)
    case zoom(steps: Double)
    case fitData
    case fitWorld
    case centerSelection
    case fitSelection
    case viewBack
    case viewForward
    /// The next key is the letter of a bookmark.
    case bookmark(BookmarkDeed)
    case setBookmark(Character)
    case goToBookmark(Character)
    /// Says where the view is, and what is in it.
    case whereabouts

    case nextAnnotation
    case previousAnnotation
    case open
    case details
    case members
    /// The next order of an open list of members, and what a member must say to be listed.
    case sortMembers
    case filterMembers

    case table(TableCommand)

    case search
    case findPlace
    case nextMatch
    case previousMatch
    case switchSection
    case nearby
    /// A smaller or larger radius of what is near.
    case radius(step: Int)
    case follow
    case positionPanel
    /// The ways of things; the picture is held.
    case trails, pause
    /// Makes an alert; lists alerts and events; removes the one under the cursor.
    case alert, alerts, removeAlert
    case goToCoordinate
    case commandLine

    /// Only rows that match a text, and all of them again.
    case filter
    case clearFilter
    /// Colours by a column, and a figure of a column on badges.
    case colorBy
    case figure
    /// Badges of one class each; badges as large as their figures.
    case keepClassesApart
    case sizeByFigure
    /// Hides or shows the rows of a line of the legend, counted from 1; or shows these alone.
    case toggleClass(Int)
    case onlyClass(Int)
    /// The legend, put away or shown.
    case legend
    /// What all rows have in common.
    case summary
    /// What is under the cursor of details or of a summary: only its rows, or all others; its column.
    case filterByValue(isNegated: Bool)
    case colorByColumn
    case figureOfColumn
    /// The areas that rows are counted in.
    case areas
    /// The rows of two sources that are compared.
    case changes(ChangeCommand)
    /// The addresses of rows.
    case addresses(AddressListCommand)
    /// Other classes of numbers; of a density picture the next scale from counts to shades.
    case classMethod
    /// Clusters, density, dots, around; or one of them.
    case nextDisplay
    case display(MapDisplay)
    /// The next colours of a density picture.
    case densityRamp
    /// Meridians and parallels, shown or hidden.
    case graticule
    case clusterSize(step: Int)
    case charset
    case theme
    case basemap
    case layers
    case reload
    /// The data with latitude and longitude swapped.
    case swapCoordinates
    /// The screen as a picture, in the file that is named after the command; an existing one is replaced.
    case savePicture(replaces: Bool)
    case mouse
    case skipped
    /// The last place that was chosen for a name is taken back.
    case undoPlace
    case about
    /// Details over the whole map, or beside it again.
    case enlargePanel

    /// The selected row or cluster, or the row under the cursor of a list, marked or not.
    case mark
    case invertMarks
    case clearMarks
    /// Whether many rows are to be marked.
    case answer(Bool)
    /// A tool on the map, taken or left; a step of the one in use.
    case tool(ToolKind)
    case toolStep(ToolStep)
    /// The band of time.
    case band(BandCommand)
    /// The strip of a journey, and stops.
    case strip(StripCommand)
    case stops(StayCommand)
    /// To the terminal's clipboard.
    case copyCoordinate
    case copyRow
    /// In which notation a coordinate is copied; its name follows.
    case notation

    case moveCursor(rows: Int)
    case movePage(pages: Int)
    case cursorToStart
    case cursorToEnd
    case toggle
    case cancel
    /// What a key does in a field.
    case edit(TextEdit)

    case help
    case repaint
    case suspend
    /// Ends the program; marked rows are printed where that was asked for, or not.
    case quit
    case abandon
}

extension Command {
    /// It is about rows or results that may be on their way: typed ahead, it waits for them.
    package var waitsForResults: Bool {
        switch self {
        case .moveCursor, .movePage, .cursorToStart, .cursorToEnd, .nextAnnotation, .previousAnnotation,
            .switchSection, .changes(.step), .open, .details, .mark, .invertMarks, .edit(.accept),
            .edit(.complete):
            true
        case .table(let command):
            switch command {
            case .center, .sortColumn, .turn, .order, .scroll, .match: true
            case .toggle, .alone, .members, .search: false
            }
        default: false
        }
    }

    /// It moves the window of the band of time, or chooses in its grid: typed ahead, it waits for the times.
    package var isAboutTimes: Bool {
        guard case .band(let command) = self else { return false }
        return command != .toggle && command != .fold
    }

    /// It is about the strip of a journey, or about stops: typed ahead, it waits for them.
    package var isAboutJourneys: Bool {
        switch self {
        case .strip(let command): command != .toggle
        case .stops(let command): command != .toggle
        case .moveCursor, .movePage, .open: true
        default: false
        }
    }

    /// It means something else once areas are shown: typed ahead, it waits for them.
    package var isAboutAreas: Bool {
        switch self {
        case .table(.toggle), .members, .fitSelection, .filter, .nextDisplay, .classMethod, .toggleClass,
            .onlyClass, .copyCoordinate:
            true
        default: false
        }
    }

    /// It does what it does while text is typed, too.
    var worksInFields: Bool { [.help, .suspend, .repaint, .abandon].contains(self) }

    /// What follows the name after `:`, where something must.
    package var argument: String? {
        switch self {
        case .savePicture: "FILE"
        case .notation: "NAME"
        default: nil
        }
    }
}

/// A command with its name after `:`.
package struct NamedCommand: Equatable, Sendable {
    package var name: String
    package var help: String
    package var command: Command
    /// The keys, as the help shows them; empty where there are none.
    package var keys = ""
}
