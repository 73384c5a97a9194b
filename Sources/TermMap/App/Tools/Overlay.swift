import CellGraphics
import MapModel

/// What a tool or a panel shows on the map: lines, a frame and signs at places of the world, and figures where no
/// badge is.
package struct Overlay: Equatable, Sendable {
    package enum Path: Equatable, Sendable {
        case circle(GeoCircle)
        case geodesic(Geodesic)
        /// Edges straight in degrees.
        case outline(PlaceOutline)

        /// A place of a filter.
        init(_ outline: PlaceOutline) {
            if case .circle(let circle) = outline { self = .circle(circle) } else { self = .outline(outline) }
        }
    }

    package struct Line: Equatable, Sendable {
        package var path: Path
        /// Every second dot.
        package var isDotted: Bool
        /// Stands on the line, where there is room.
        package var label: DisplayText
        /// In the colour of names: it says how exact a place is.
        package var isQuiet = false

        package init(_ path: Path, label: DisplayText = .empty, isDotted: Bool = false) {
            self.path = path
            self.isDotted = isDotted
            self.label = label
        }
    }

    /// A rectangle of whole cells, with those of both points.
    package struct Frame: Equatable, Sendable {
        /// x may be beyond 0...1 where the map is wider than the world.
        package let corner: WorldPoint
        package let opposite: WorldPoint
    }

    package struct Sign: Equatable, Sendable {
        package enum Form: Equatable, Sendable {
            /// What the keys move; it lets the digits of a badge be read.
            case cursor
            /// A corner of a shape.
            case corner
            /// A place that was set, and the one that was set last.
            case point(DisplayText)
            case lastPoint(DisplayText)
        }

        /// x may be beyond 0...1 where the map is wider than the world.
        package let point: WorldPoint
        package let form: Form
    }

    /// Figures in a box: those that can be left out where there is little room, and those that cannot.
    package struct Card: Equatable, Sendable {
        package struct Row: Equatable, Sendable {
            package let label: DisplayText
            package let value: DisplayText
            package var note = DisplayText.empty
        }

        package let title: DisplayText
        package let note: DisplayText
        /// The last ones matter most.
        package let rows: [Row]
        package let totals: [Row]
    }

    package var lines: [Line]
    package var frame: Frame?
    /// From back to front.
    package var signs: [Sign]
    package var card: Card?

    package init(lines: [Line] = [], frame: Frame? = nil, signs: [Sign] = [], card: Card? = nil) {
        self.lines = lines
        self.frame = frame
        self.signs = signs
        self.card = card
    }

    package var isEmpty: Bool { lines.isEmpty && frame == nil && signs.isEmpty && card == nil }

    /// Both, the other one in front.
    package func joined(_ other: Overlay) -> Overlay {
        Overlay(
            lines: lines + other.lines, frame: other.frame ?? frame, signs: signs + other.signs,
            card: other.card ?? card)
    }
}
