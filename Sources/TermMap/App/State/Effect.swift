import MapModel
import DataSets
import Rows
import Streets

/// Work that `AppState.update` asks for; `EffectRunner` does it and posts an `Action` when it is done.
package enum Effect: Equatable, Sendable {
    /// The names of rows, for the map and for lists.
    case readLabels(rows: [UInt32])
    /// All columns of a row; only the answer to the newest ticket counts.
    case readRecord(row: UInt32, ticket: Int)
    /// All columns of an area of a set; its ticket is that of the columns of a row.
    case readArea(set: String, Int, ticket: Int)
    /// Sorts areas, and searches their names.
    case listAreas(AreaQuestion, ticket: Int)
    /// Counts the addresses of rows.
    case countAddresses(AddressQuestion, ticket: Int)
    /// Reads journeys, and measures them.
    case readJourneys(JourneyQuestion, ticket: Int)
    /// Finds the rows inside a shape.
    case findInside(ShapeQuestion, ticket: Int)
    /// What rows have in common.
    case summarize(SummarizedRows, ticket: Int)
    /// The members of a server's cluster after a row.
    case fetchMembers([WorldWindow], after: UInt32?, limit: Int, ticket: Int)
    /// Rows of a server that are to be marked.
    case fetchMarked([WorldWindow], limit: Int, ticket: Int)
    /// Sorts and filters the rows of a list; the answer are positions among them.
    case arrangeMembers(rows: [UInt32], MemberList.Arrangement, ticket: Int)
    case table(TableRequest)
    /// What lists show of rows besides their names.
    case readSummaries(rows: [UInt32])
    /// The columns of rows of a comparison, old and new.
    case readChanges(rows: [UInt32])
    /// Sorts what differs for the list of changes, and searches it.
    case listChanges(ChangeListing.Question, ticket: Int)
    /// What changed in each column, of the rows that are kept.
    case countChangedColumns(kept: RowSet?, generation: Int)
    /// Finds out what changed since the source was read the time before.
    case compareReadings
    /// Shows that, or the source as it is again.
    case showReadings(Bool)
    /// Gathers the names of all rows, so that they can be searched.
    case indexNames
    /// Work for an older ticket is cancelled.
    case findRows(SearchQuery, near: Coordinate?, ticket: Int)
    case findPlaces(SearchQuery, near: Coordinate?, ticket: Int)
    case cancelSearch
    /// Makes the names of places searchable; the first search is not kept waiting for it.
    case preparePlaces
    /// Fixes for the log of what became of each.
    case writeVerdicts([JudgedFix])
    case saveTrack
    /// What a server has in view; an older question is taken back.
    case askView(ViewportQuestion, ticket: Int)
    case askNear(NearbyQuestion)
    case matchRows(String, ticket: Int)
    case cancelLoading
    /// What has become of things that say nothing; forgets all of them; reads which way the rows of a file go.
    case passThings, forgetThings
    /// Watches these alerts; the terminal rings its bell.
    case watch([Alert])
    case ring
    case readHeadings(numbering: Int)
    /// Reloads the data.
    case reload
    /// Reads the data again with places that the user has chosen.
    case placeNames([PlaceFix])
    /// The same with latitude and longitude swapped, or as they were before.
    case swapCoordinates
    /// Connects to the server, again when that has failed.
    case openServer
    /// Makes the rows that a query asks for ready to be shown; an older query is cancelled.
    case chooseRows(RowQuery)
    /// What the band of time shows of many rows.
    case countBand(BandQuestion)
    /// From when to when the rows of a server are.
    case outlineTimes(RowQuery)
    /// What the band of time shows of a server.
    case countServerBand(ServerBandQuestion)
    /// The grid of hours and days of many rows.
    case countFold(FoldQuestion)
    /// That of a server, and the moments of its rows, to play from one to the next.
    case countServerFold(ServerFoldQuestion)
    case listServerMoments(ServerMomentsQuestion)
    /// The columns and what is in them, by the first rows.
    case outlineColumns
    /// The sets of areas that filters can name, and their columns.
    case outlineAreas
    /// The values of a column by number, for completion.
    case readColumn(Int)
    /// Opens the archive of the street map.
    case openStreets
    /// Draws blocks of the street map, in this order; earlier requests that are not among them are cancelled.
    case drawStreets([BlockID])
    /// All that the street map has at a coordinate.
    case describeSpot(Coordinate, zoom: Double)
    /// Keeps the bookmarks for the next run.
    case keepBookmarks([Character: KeptView])
    /// Writes a row as its source has it, to be copied.
    case writeRow(UInt32, at: FixedCoordinate?)
    /// Hands bytes to the terminal's clipboard.
    case copy([UInt8])
    /// Writes what is on the screen into a file.
    case savePicture(SaveRequest)
    /// Writes rows into a file.
    case saveRows(SaveRequest, SavedRows)
    case cancelSaving
    case repaint
    case useMouse(Bool)
    case suspend
    case quit
}

/// Which rows are written into a file, in the order of their source.
package enum SavedRows: Equatable, Sendable {
    /// All that are shown, in view or not.
    case shown
    /// The marked ones, with their places where they are rows of a server.
    case marked(RowSet, places: [UInt32: FixedCoordinate], numbering: Int)
    /// The places that the user has chosen for names, to be used again.
    case fixes([PlaceFix])
    /// A part of a journey.
    case journey(ShownJourney, ClosedRange<JourneyPosition>)
    /// The stops of a history.
    case stays([Stay])
}

/// A file that the user asked for: a picture of the screen, or rows.
package struct SaveRequest: Equatable, Sendable {
    /// Its ending says what is written, and how.
    package var path: String
    /// Whether a file of this name may be replaced.
    package var replaces: Bool
}
