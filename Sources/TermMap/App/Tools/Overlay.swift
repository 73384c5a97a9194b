import CellGraphics
import MapModel

/// What a tool or a panel shows on the map: lines, a frame and signs at places of the world, and figures in a corner.
package struct Overlay: Equatable, Sendable {
    package enum Path: Equatable, Sendable {
        case circle(GeoCircle)
    }

    package struct Line: Equatable, Sendable {
        package var path: Path
        /// Stands on the line, where there is room.
        package var label: DisplayText

        package init(_ path: Path, label: DisplayText = .empty) {
            self.path = path
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
        }

        package let point: WorldPoint
        package let form: Form
    }

    package var lines: [Line]
    package var frame: Frame?
    /// From back to front.
    package var signs: [Sign]

    package init(lines: [Line] = [], frame: Frame? = nil, signs: [Sign] = []) {
        self.lines = lines
        self.frame = frame
        self.signs = signs
    }

    package var isEmpty: Bool { lines.isEmpty && frame == nil && signs.isEmpty }

    /// Both, the other one in front.
    package func joined(_ other: Overlay) -> Overlay {
        Overlay(lines: lines + other.lines, frame: other.frame ?? frame, signs: signs + other.signs)
    }
}
