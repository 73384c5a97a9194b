import CellGraphics
import DataSets
import MapModel

/// The sign and the colours of what became of a row.
package struct ChangeSign: Equatable, Sendable {
    package let change: ChangeClass
    /// Where a moved row went; nil in a legend.
    package var direction: CompassPoint?

    package init(_ change: ChangeClass, direction: CompassPoint? = nil) {
        (self.change, self.direction) = (change, direction)
    }

    /// As it is drawn, and where there is only ASCII.
    package var texts: (sign: DisplayText, plain: DisplayText) {
        switch change {
        case .added: ("+", "+")
        case .removed: ("−", "-")
        case .moved: Self.arrows[direction ?? .east] ?? ("→", ">")
        case .changed: ("~", "~")
        case .unchanged: ("·", ".")
        }
    }

    private static let arrows: [CompassPoint: (DisplayText, DisplayText)] = [
        .north: ("↑", "^"), .northEast: ("↗", ">"), .east: ("→", ">"), .southEast: ("↘", ">"),
        .south: ("↓", "v"), .southWest: ("↙", "<"), .west: ("←", "<"), .northWest: ("↖", "<"),
    ]

    /// The colour of tiles and badges, and of the text on them.
    package func tile(_ mode: ColorMode) -> (paper: Role, ink: Role) {
        switch change {
        case .added: (.category3, .classText)
        case .removed: (.category8, .classText)
        case .moved: (.category1, .classText)
        // With few colours there is one yellow.
        case .changed: mode == .sixteen ? (.badge4, .badge4Text) : (.badge3, .badge3Text)
        case .unchanged: (.faded, .fadedText)
        }
    }

    /// The colour of the sign alone, in panels and lists.
    package func ink(_ mode: ColorMode) -> Role {
        if mode == .mono { return .text }
        return switch change {
        case .added: .category3
        case .removed: .category8
        case .moved: .category1
        case .changed: .badge4
        case .unchanged: .fadedText
        }
    }
}

extension ShownChanges {
    /// The sign of a row.
    package func sign(ofRow row: UInt32) -> ChangeSign {
        ChangeSign(change(ofRow: row), direction: move(ofRow: row)?.direction)
    }
}
