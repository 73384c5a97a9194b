import App
import CellGraphics
import MapModel
import Rows

/// Which colour each thing has, and how it is to be read.
struct ThingPalette {
    /// What a thing is on the map, the first that holds.
    enum Standing: Equatable {
        case emergency, inAlert, silent, usual
    }

    private let things: FollowedThings
    private let now: Duration
    private let classes: ClassPalette?
    private let classOfRow: [UInt8]?
    private let layers: LayerRows
    let theme: Theme

    /// Nil where nothing moves.
    init?(_ state: AppState) {
        guard !state.things.isEmpty else { return nil }
        things = state.things
        now = state.now
        theme = state.screen.appearance.theme
        classes = ClassPalette(state)
        classOfRow = state.data.classOfRow
        layers = state.data.layerRows
    }

    /// The thing of a row.
    func thing(ofRow row: UInt32) -> Thing? { things.all?[row] }

    func standing(of thing: Thing) -> Standing {
        if thing.emergency != .none { return .emergency }
        if things.state(of: thing, at: now) != .live { return .silent }
        return things.inside.contains(thing.row) ? .inAlert : .usual
    }

    /// The colour of its cell and of its trail.
    func hue(of thing: Thing) -> Role {
        switch standing(of: thing) {
        case .emergency: .placemark
        case .inAlert: .ring
        case .silent: .stale
        case .usual: usualHue(thing.row).role
        }
    }

    /// What is written on a cell of its colour.
    func ink(of thing: Thing) -> Role {
        guard standing(of: thing) == .usual, let classes, let number = usualHue(thing.row).classNumber else {
            return .layerText
        }
        return classes.ink(of: number)
    }

    /// The sign of a thing without a direction.
    func sign(of thing: Thing, isASCII: Bool) -> DisplayText {
        guard let classes, let number = usualHue(thing.row).classNumber else { return isASCII ? "o" : "●" }
        let hue = classes.hue(of: number)
        return isASCII ? hue.plainSign : hue.sign
    }

    /// That of its class, else that of its layer, else that of all rows.
    private func usualHue(_ row: UInt32) -> (role: Role, classNumber: Int?) {
        if let classes, let classOfRow {
            let number = row < classOfRow.count ? Int(classOfRow[Int(row)]) : 0
            return (classes.color(of: number), number)
        }
        return layers.count > 1 ? (LayerPalette.hue(of: layers.layer(of: row)).line, nil) : (.place, nil)
    }
}
