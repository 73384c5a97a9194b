import DataSets
import MapModel
import Rows
import RowValues
import Streams
import Streets
import TileArchives

/// What came of the work behind an effect: its result, or why there is none.
///
/// Most carry the ticket, or the question, that they answer; answers to older ones are ignored.
package enum Answer: Sendable {
    // The data
    case data(Result<LoadedData, SourceError>)
    case reload(Result<ReloadedData, SourceError>)
    /// The connection to a server.
    case server(Result<OpenedServer, SourceError>)
    case rows(Result<ChosenRows, QueryFailure>, of: RowQuery)
    /// The things of a stream at another moment; nil where nothing is followed.
    case things(LoadedData?)
    /// Which way the rows of a file go; nil where they do not say.
    case headings(ThingSet?, numbering: Int)

    /// What the band of time shows.
    case band(BandCounts, of: BandQuestion)
    /// From when to when the rows of a server are, and how many of them in each bar.
    case timeOutline(Result<TimeOutline, QueryFailure>, of: RowQuery)
    case serverBand(Result<[Int], QueryFailure>, of: ServerBandQuestion)
    /// The grid of hours and days; nil without any.
    case fold(TimeFold?, of: FoldQuestion)
    case serverFold(Result<TimeFold?, QueryFailure>, of: ServerFoldQuestion)
    /// The moments of a server's rows.
    case serverMoments(Result<[Int64], QueryFailure>, of: ServerMomentsQuestion)

    // Views of a server
    case view(Result<ViewportAnswer, SourceError>, ticket: Int)
    case near(Result<[ExportedRow], SourceError>, to: NearbyQuestion)
    case members(Result<MatchAnswer, SourceError>, ticket: Int)
    /// Rows that are to be marked.
    case marked(Result<MatchAnswer, SourceError>, ticket: Int)
    /// Rows whose words hold what was typed.
    case matches(Result<MatchAnswer, SourceError>, ticket: Int)
    /// How many rows match, where the server did not send all of them.
    case matchCount(Result<Int, SourceError>, ticket: Int)

    // Rows and columns
    case columns([ColumnOutline], numbering: Int)
    /// What filters can name of areas.
    case areas(FilterCompletion.Areas)
    case values(Result<[Int: ColumnValues], SourceError>, numbering: Int)
    case labels(RowAnswer<String>)
    case summaries(RowAnswer<RowSummary>)
    case changes(RowAnswer<[String]>)
    /// The lines of the list of changes; nil where rows cannot be read.
    case changeListing(ChangeListing?, ticket: Int)
    /// How many rows changed since the source was read the time before; nil where that is not known.
    case readingsCompared(ChangeCounts?)
    /// The rows of both readings, or of the last one; nil where they cannot be shown.
    case readingsShown(Result<LoadedData?, SourceError>, areShown: Bool)
    case changedColumns([ChangedColumn], generation: Int)
    case record(Result<NamedRow, SourceError>, ticket: Int)
    case summary(Result<RowsSummary, SourceError>, ticket: Int)
    /// The rows of a list that are to be shown, as positions.
    case arranged([Int], ticket: Int)
    case table(TableAnswer)
    case areaListing(AreaListing, ticket: Int)
    /// The addresses of rows.
    case addressGroups(AddressGroups, ticket: Int)
    case journeys(JourneyAnswer, ticket: Int)
    /// Rows inside a shape, by their indices in the tree that was asked about.
    case inside(PointSet, ticket: Int)
    /// A row as its source has it.
    case writtenRow(Result<[UInt8], SourceError>)
    /// So many rows were written into a file, or why they were not.
    case savedRows(String, count: Int, problem: KeyedText?)

    // Searches
    case atlas(Result<Atlas, AtlasError>)
    /// How many names of the rows of a generation can be searched.
    case names(NameIndexing, generation: Int)
    /// Nil where there were no names to search in.
    case found(RowMatches?, ticket: Int)
    case places(PlaceMatches?, ticket: Int)
    /// The names of places can be searched.
    case placesReady

    // Streets
    case streets(Result<TileArchiveDescription, SourceError>)
    /// All blocks that were asked for are drawn, as far as they could be: why not, in one line.
    case streetsDrawn(problem: String?, isOffline: Bool)
    /// What the street map has at a coordinate; empty where it cannot be read.
    case spot([MVTInspector.Finding], at: Coordinate)

    /// A picture was written, or why it was not.
    case picture(String, problem: KeyedText?)
}

/// Data that was read again, and what became of the rows.
package struct ReloadedData: Sendable {
    package let data: LoadedData
    package let reload: Reload

    package init(_ data: LoadedData, _ reload: Reload) { (self.data, self.reload) = (data, reload) }
}

/// A server that can be asked.
package struct OpenedServer: Sendable {
    package let summary: SourceSummary
    /// What became of the rows of files beside it, where those were read again.
    package let reload: Reload?

    package init(_ summary: SourceSummary, reload: Reload? = nil) {
        (self.summary, self.reload) = (summary, reload)
    }
}

/// The rows that a query leaves.
package enum ChosenRows: Sendable {
    case known(RowSnapshot)
    /// A server has counted them, and answers about them from now on.
    case counted(ServerChoice)
}
