import Basemaps
import CellGraphics
import MapModel
import DataSets
import Receivers
import RowValues
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
    /// A view was chosen, not by a key.
    case viewChosen(Viewport)
    /// The times of rows were chosen, not by a key; nil for all rows.
    case timeChosen(TimeQuestion?)
    /// What the row of messages says from now on.
    case said(Message?)
    /// Nothing happened but time.
    case tick
    /// So many keys that were typed ahead wait for results.
    case keysWait(Int)
    /// The results took too long: so many keys that were typed ahead are dropped.
    case keysDropped(Int)

    case basemapRead(BasemapData)
    /// A part of the data was read: `fraction` of its bytes, nil when its size is unknown.
    case dataGrew(LoadedData?, fraction: Double?)
    /// Something happened to things that alerts are about.
    case alerted(AlertReport)
    /// The watched files changed.
    case sourceChanged
    /// How far the columns that a query needs are read, 0…1.
    case rowChoiceProgressed(Double, RowQuery)
    /// How far the columns of a summary are read, 0…1.
    case summaryProgressed(Double, ticket: Int)
    /// A server, or a library, said something unasked: a line each.
    case noticed([String])
    /// What came of an effect.
    case answered(Answer)
    case streetBlocksDrawn([StreetBlock])
    /// The events of the position source, at a wall-clock time.
    case positionEvents([PositionEvent], at: UTCInstant)
    /// The source of positions could not be read: why, in one line.
    case positionFailed(String)
    /// How much of a file of rows is written, 0…1.
    case savingRows(share: Double)
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
