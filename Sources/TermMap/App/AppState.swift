import CellGraphics
import MapModel
import MapSources

/// Everything that the screen shows is made from this one value; only `update` changes it.
struct AppState: Sendable {
    /// What is known of the file being read.
    enum Loading: Equatable, Sendable {
        case reading(fraction: Double?)
        case done
        case failed(String)
    }

    /// Which parts of the map are drawn.
    struct Layers: Equatable, Sendable {
        var data = true
        var terrain = true
        var borders = true
        var states = true
        var rivers = true
        var labels = true
        /// The sparse pattern that marks land where there are no tints.
        var landPattern = true
    }

    struct Appearance: Equatable, Sendable {
        var charset: Charset
        var theme: Theme
        var animates: Bool
        var hasItalic: Bool
        /// Few bytes count more than looks: badges in one style, no hints.
        var isSketch = false
    }

    /// A line over the hints, gone with the next key or after `Message.duration`; an error stays until a key.
    struct Message: Equatable, Sendable {
        enum Kind: Equatable, Sendable { case information, warning, error }

        static let duration = Duration.seconds(4)

        var text: DisplayText
        var kind: Kind
        var shownAt: Duration
    }

    /// What the right or bottom panel shows.
    indirect enum Panel: Equatable, Sendable {
        /// `back` is the list that Esc goes back to.
        case details(scroll: Int, back: Panel?)
        case members(MemberList)
        case layers(cursor: Int)
        case skipped(scroll: Int)
        case search
        case nearby
        case place(scroll: Int)
        case position(scroll: Int)
    }

    /// The question on the last row.
    struct Prompt: Equatable, Sendable {
        enum Purpose: Equatable, Sendable { case coordinate, radius, command }

        var purpose: Purpose
        var field = TextField()
        var error: DisplayText?
        /// Which of the earlier inputs was recalled, counted from the newest.
        var recalled: Int?
        /// What was near before a radius was typed.
        var before: Nearby?
    }

    var now = Duration.zero
    var columns: Int
    var rows: Int
    var viewport: Viewport
    var history = ViewHistory()
    /// The view before a panel moved it, and after: closing the panel takes the move back.
    var panelMove: (before: Viewport, after: Viewport)?
    /// Whether the user, or an option, chose the view: then the data's arrival does not move it.
    var isViewChosen = false

    /// What the command line asked to find near a place, until the rows are there.
    var nearbyRequest: NearbyRequest?

    var fileName: DisplayText
    /// As the user named it, for messages about its lines.
    var filePath: String
    /// The rows that are shown.
    var tree = QuadTree(PointBuffer())
    /// Of the tree: answers with positions in another one are too late.
    var generation = 0
    /// Of the rows: answers about rows numbered otherwise are about other rows.
    var numbering = 0
    /// The sources that the rows come from, and which of them are hidden, by index.
    var sources: [SourceLayer] = []
    var hiddenSources: Set<Int> = []
    var origin = RowOrigin.memory
    /// The data is being reloaded.
    var isReloading = false
    /// The data changed while it was read.
    var mustReloadAgain = false
    /// Lines and areas of rows; the tree holds a place of each.
    var shapes = ShapeIndex()
    /// Which rows and which places belong to which source.
    var layerRows = LayerRows()
    var layerMarks = LayerMarks(QuadTree(PointBuffer()), layers: LayerRows())
    var skipped = SkippedRows()
    var notices: [String] = []
    /// Why place names cannot be searched, one line.
    var atlasFault: String?
    /// Those among them that were unsolicited, and survive a reload.
    var heard: [String] = []
    var loading = Loading.reading(fraction: nil)
    var basemap = BasemapData(basemap: nil, coastDetail: nil, labels: [])

    var appearance: Appearance
    var layers = Layers()
    var clusterSize: ClusterSize

    /// What lies in view, and the same with its cells on the screen.
    var annotationSet = AnnotationSet(
        of: QuadTree(PointBuffer()), in: .world, grid: ClusterGrid(worldDots: 64, cellDots: 20))
    var annotations: [PlacedAnnotation] = []
    var arrivals = Arrivals()
    var selection: Selection?
    var panel: Panel?
    var help: HelpState?
    /// How far help or panel can be scrolled, according to the last frame.
    var scrollLimit = 0
    var prompt: Prompt?
    /// The names of places, once read.
    var atlas: Atlas?
    /// The names of places are being read.
    var isAtlasAwaited = false
    var search: Search?
    /// Of the newest query; never used twice, so that a late answer cannot be taken for one to another search.
    var searchTicket = 0
    /// What was searched for before, the newest last.
    var searchHistory: [String] = []
    var nameIndexing = NameIndexing.notAsked
    var placemark: Placemark?
    var nearby: Nearby?
    /// Where the user is; nil unless asked for.
    var position: OwnPosition?
    var distanceUnit = DistanceUnit.kilometers
    var promptHistory: [Prompt.Purpose: [String]] = [:]
    /// The prefix key was pressed: the next key is read with it.
    var isAfterPrefix = false
    var message: Message?
    /// Names of rows as far as they were read.
    var rowLabels: [UInt32: DisplayText] = [:]
    /// What lists show of rows, as far as it was read.
    var rowSummaries: [UInt32: RowSummary] = [:]
    /// Why rows could not be read, as it was said last.
    var toldProblem: SourceError?
    /// The selected row's columns, once read.
    var record: Result<RowRecord, RecordError>?
    var recordTicket = 0
    var isQuitting = false

    var layout: ScreenLayout { ScreenLayout(columns: columns, rows: rows, hasPanel: panel != nil) }
    var visibleMap: CellRect { layout.visibleMap }
    /// Rows whose place lies in the part of the map that no panel covers.
    var rowsInView: Int { annotations.reduce(0) { $0 + $1.count } }

    init(columns: Int, rows: Int, filePath: String, appearance: Appearance) {
        let size = Self.screenSize(columns, rows)
        self.columns = size.columns
        self.rows = size.rows
        self.filePath = filePath
        fileName = DisplayText(sanitising: Self.fileName(of: filePath))
        self.appearance = appearance
        clusterSize = ClusterSize(width: columns >= Self.wideScreenColumns ? 12 : 10)
        let layout = ScreenLayout(columns: size.columns, rows: size.rows, hasPanel: false)
        viewport = Viewport.wholeWorld(size: layout.mapSize)
    }

    /// From this width on clusters start coarser: the badges of a large screen need more room between them.
    private static let wideScreenColumns = 200

    /// A path without its folders.
    static func fileName(of path: String) -> String {
        path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? path
    }

    /// A terminal that does not know its size is taken for a standard one.
    static func screenSize(_ columns: Int, _ rows: Int) -> (columns: Int, rows: Int) {
        columns <= 0 || rows <= 0 ? (80, 24) : (min(columns, 1000), min(rows, 500))
    }
}

extension Viewport {
    /// The world across the width; its middle is moved so that Chukotka is whole and the empty south small.
    static func wholeWorld(size: DotSize) -> Viewport {
        let middle = WebMercator.project(Coordinate(latitude: 24, longitude: 10))
        return Viewport(center: middle, zoom: Viewport.minimumZoom(for: size), size: size)
    }
}

/// The help overlay: how far it is scrolled, and what was typed to filter it.
struct HelpState: Equatable, Sendable {
    var scroll = 0
    var filter = TextField()
}

/// A page of the rows that lie in a cluster.
struct MemberList: Equatable, Sendable {
    /// What is listed, and the part of the world it was seen in, as they were when the list was opened.
    var parts: [Annotation]
    var window: WorldWindow
    /// Of the tree that its positions are in: in another one they mean nothing.
    var generation: Int
    /// Index of the chosen member, over all parts.
    var cursor = 0
    /// Index of the first member on the screen.
    var top = 0

    var count: Int { parts.reduce(0) { $0 + $1.count } }
}

extension Selection {
    /// Where the selected row, or the row that represents a cluster, is on the world plane.
    var point: WorldPoint { QuantumPoint(coordinate).worldPoint }

    var isCluster: Bool {
        if case .cluster = id { return true }
        return false
    }
}
