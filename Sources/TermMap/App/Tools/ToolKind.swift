import CellGraphics
import MapModel

/// The tools on the map, of which one at most is in use.
package enum ToolKind: CaseIterable, Sendable {
    case box
    case lasso
    case measure

    package var type: any MapTool.Type {
        switch self {
        case .box: BoxTool.self
        case .lasso: LassoTool.self
        case .measure: MeasureTool.self
        }
    }
}

/// What a key, or the mouse, does to the tool in use.
package enum ToolStep: Hashable, Sendable {
    /// By cells, east and south.
    case move(columns: Int, rows: Int)
    case accept
    case otherCorner
    case zoom
    case corner
    case filter
    case takeBack
    case copy
    case copyPoints
    /// The length of each leg, and all that follows from them.
    case copyFigures
    /// To the nearest row, then to the next one.
    case snap(forward: Bool)
    case list
    /// The mouse was pressed on one cell and has come to another one.
    case drag(from: CellPoint, to: CellPoint)
    /// The mouse was clicked on a place.
    case click(Coordinate)
}

/// A line of the key table that a tool owns.
package struct ToolKey: Sendable {
    /// Keys as people write them, with blanks between.
    package let keys: String
    /// What it is called after `:` and in the settings.
    package let name: String
    /// Nil for a key that opens a tool.
    package let step: ToolStep?
    /// The tool that is taken in place of the one in use; nil for a key of the map, or of a step.
    package let next: ToolKind?
    package let help: String

    package init(_ keys: String, _ name: String, _ step: ToolStep?, _ help: String) {
        self.keys = keys
        self.name = name
        (self.step, next) = (step, nil)
        self.help = help
    }

    /// A key of a tool that takes another one.
    package init(_ keys: String, _ name: String, taking next: ToolKind, _ help: String) {
        self.keys = keys
        self.name = name
        (step, self.next) = (nil, next)
        self.help = help
    }

    /// The keys that move a corner, or another point, by cells; the tools share them.
    package static let moves: [ToolKey] =
        moves("tool-", by: (1, 1), "", "h j k l", "move the corner, the cross")
        + moves("tool-far-", by: (8, 4), "Shift-", "H J K L", "move it faster")

    private static func moves(
        _ name: String, by steps: (columns: Int, rows: Int), _ modifier: String, _ letters: String,
        _ help: String
    ) -> [ToolKey] {
        let ways = [("left", -1, 0), ("down", 0, 1), ("up", 0, -1), ("right", 1, 0)]
        return zip(ways, letters.split(separator: " ")).map { way, letter in
            ToolKey(
                "\(modifier)\(way.0) \(letter)", name + way.0,
                .move(columns: way.1 * steps.columns, rows: way.2 * steps.rows), help)
        }
    }
}

/// A hint of a tool: the commands whose keys it shows, and what they do.
package struct ToolHint: Sendable {
    package let names: [String]
    package let text: String

    package init(_ names: String..., says text: String) {
        self.names = names
        self.text = text
    }

    /// The keys that move a corner, or another point.
    package static func moves(_ text: String) -> ToolHint {
        ToolHint("tool-left", "tool-down", "tool-up", "tool-right", says: text)
    }
}
