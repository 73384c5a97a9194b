import Basemaps
import CellGraphics
import MapModel
import DataSets
import Receivers
import Rows
import Streams
import Streets
import TileArchives

/// Everything that can change the state: what the user meant, and the results of background work.
package enum Action: Sendable {
    case command(Command)
    /// Keys typed into the prompt or the help filter.
    case typed(TextEdit)
    /// A key without a meaning here, as people write it.
    case unbound(String)
    case zoomAt(CellPoint, steps: Double)
    case dragged(columns: Int, rows: Int)
    case clicked(CellPoint)
    case doubleClicked(CellPoint)
    case resized(columns: Int, rows: Int)
    /// The terminal said more about its colours than was known when `former` was chosen.
    case appearanceFound(Appearance, former: Appearance)
    /// The prefix key was pressed, or what followed it.
    case prefixed(Bool)
    /// The letter of a bookmark did not come.
    case bookmarkCancelled
    /// Nothing happened but time.
    case tick
    /// So many keys that were typed ahead wait for results.
    case keysWait(Int)
    /// The results took too long: so many keys that were typed ahead are dropped.
    case keysDropped(Int)

    case basemapRead(BasemapData)
    /// A part of the data was read: `fraction` of its bytes, nil when its size is unknown.
    case dataGrew(LoadedData?, fraction: Double?)
    case dataRead(LoadedData)
    /// The data was reloaded: what became of the rows.
    case dataReloaded(LoadedData, Reload)
    /// The reload failed: why, in one line; the old rows stay.
    case reloadFailed(String)
    /// The watched files changed.
    case sourceChanged
    /// The rows that a query asked for.
    case rowsChosen(ShownRows, RowQuery)
    /// How far the columns that a query needs are read, 0…1.
    case rowChoiceProgressed(Double, RowQuery)
    /// Why a query has no answer.
    case rowChoiceFailed(QueryFailure, RowQuery)
    case columnsOutlined([ColumnOutline], numbering: Int)
    case columnRead([Int: ColumnValues], numbering: Int)
    case loadingFailed(String)
    /// The connection to a server stands.
    case serverOpened(SourceSummary, Reload? = nil)
    /// A server, or a library, said something unasked: a line each.
    case noticed([String])
    /// How many rows of the server match the filter of a query.
    case serverChosen(ServerChoice, RowQuery)
    case viewAnswered(ViewportAnswer, ticket: Int)
    case viewFailed(String, ticket: Int)
    case nearAnswered([ExportedRow], NearbyQuestion)
    case nearFailed(String, NearbyQuestion)
    case membersFetched(MatchAnswer, ticket: Int)
    case fetchingMembersFailed(String, ticket: Int)
    case rowsMatched(MatchAnswer, ticket: Int)
    /// How many rows of a server match, where it did not send all of them.
    case matchesCounted(Int, ticket: Int)
    case matchFailed(String, ticket: Int)
    case labelsRead(RowAnswer<String>)
    case recordRead(Result<NamedRow, RecordError>, ticket: Int)
    case summarized(Result<RowsSummary, RecordError>, ticket: Int)
    /// The rows of a list that are to be shown, as positions.
    case membersArranged([Int], ticket: Int)
    case atlasRead(Result<Atlas, AtlasError>)
    /// How many names of the rows of a generation can be searched.
    case namesIndexed(NameIndexing, generation: Int)
    case rowsFound(RowMatches, ticket: Int)
    /// There were no names to search in.
    case rowSearchFailed(ticket: Int)
    case placesFound(PlaceMatches, ticket: Int)
    case placeSearchFailed(ticket: Int)
    /// A row as its source has it.
    case rowWritten(Result<[UInt8], RecordError>)
    case summariesRead(RowAnswer<RowSummary>)
    case table(TableAnswer)
    /// The street map can be asked for blocks.
    case streetsOpened(TileArchiveDescription)
    /// The street map could not be opened: why, in one line.
    case streetsFailed(String)
    case streetBlocksDrawn([StreetBlock])
    /// What the street map has at a coordinate; empty where it cannot be read.
    case spotDescribed([MVTInspector.Finding], at: Coordinate)
    /// All blocks that were asked for are drawn, as far as they could be: why not, in one line.
    case streetsDrawn(problem: String?, isOffline: Bool)
    /// The events of the position source, at a wall-clock time.
    case positionEvents([PositionEvent], at: UTCInstant)
    /// The source of positions could not be read: why, in one line.
    case positionFailed(String)
    /// A picture was written, or why it was not, in one line.
    case pictureSaved(String, problem: KeyedText?)
    /// How much of a file of rows is written, 0…1.
    case savingRows(share: Double)
    /// So many rows were written into a file, or why they were not.
    case rowsSaved(String, count: Int, problem: KeyedText?)
    /// The track or the log of verdicts could not be written: why, in one line.
    case positionUnsaved(String)
}

/// One edit of a text field.
package enum TextEdit: Hashable, Sendable {
    case insert(String)
    case deleteBackward
    case deleteForward
    case deleteWord
    case deleteToStart
    case deleteToEnd
    case left
    case right
    case start
    case end
    /// As far as there is only one way to go on.
    case complete
    /// The earlier and the later of what was typed before.
    case previous
    case next
    case accept
    case cancel
}
