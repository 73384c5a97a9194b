import CellGraphics
import DataSets
import Foundation
import MapModel
import TestSupport

@testable import App
@testable import Rows
@testable import Runtime
@testable import Scene
@testable import TerminalInput

/// A state that is played with keys, as a user would.
struct Story {
    var state: AppState
    private(set) var effects: [Effect] = []
    private var mapper: InputMapper

    init(_ state: AppState, keyMap: KeyMap = KeyMap()) {
        self.state = state
        mapper = InputMapper(keyMap: keyMap)
    }

    /// A state that has read rows at `places` (latitude, longitude), the first being row 0.
    init(
        _ places: [(Double, Double)], columns: Int = 80, rows: Int = 24, look: Appearance = .plain
    ) {
        self.init(AppState(columns: columns, rows: rows, filePath: "places.csv", appearance: look))
        apply(.answered(.data(.success(.places(places)))))
        state.screen.message = nil
    }

    mutating func apply(_ action: Action, at now: Duration = .zero) {
        effects += state.update(action, at: now)
    }

    mutating func apply(_ answer: Answer, at now: Duration = .zero) {
        apply(.answered(answer), at: now)
    }

    mutating func play(_ keys: String) {
        // The scripts of tests are correct: a wrong one plays nothing and the test fails.
        for event in (try? KeyScript.events(in: keys)) ?? [] { play(event) }
    }

    mutating func play(_ event: InputEvent, at now: Duration = .zero) {
        for action in mapper.actions(for: event, in: state, at: now) {
            effects += state.update(action, at: now)
        }
    }

    func playing(_ keys: String) -> Story {
        var story = self
        story.play(keys)
        return story
    }
}

extension AppState {
    mutating func update(_ answer: Answer, at now: Duration = .zero) -> [Effect] {
        update(.answered(answer), at: now)
    }

    init(columns: Int, rows: Int, filePath: String, appearance: Appearance) {
        self.init(
            columns: columns, rows: rows, filePath: filePath, appearance: appearance,
            helpText: KeyMap().helpText)
    }
}

extension AppState {
    /// What is drawn of it.
    func painted(_ keyMap: KeyMap = KeyMap(), at now: Duration = .zero) -> CellBuffer {
        var painter = FramePainter(keyMap: keyMap)
        return painter.paint(self, at: now)
    }

    /// Whether an annotation in view holds the selected row.
    var carriesTheSelectedRow: Bool {
        guard let selection = selection.current, let annotation = selectedAnnotation else { return false }
        return annotation.parts.contains { part in
            guard case .cluster(let id) = part.id else { return part.id == .place(row: selection.row) }
            let members = data.tree.members(of: id, in: annotations.set.window)
            return members.indices(limit: members.count).contains { data.tree.row(at: $0) == selection.row }
        }
    }
}

extension Appearance {
    static let plain = Appearance(
        charset: .braille, theme: Theme(background: .dark, mode: .indexed), animates: false, hasItalic: true)
}

extension QuadTree {
    init(places: [(Double, Double)]) {
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() {
            buffer.append(
                FixedCoordinate(Coordinate(latitude: place.0, longitude: place.1)), row: UInt32(row))
        }
        self.init(buffer)
    }
}

extension LoadedData {
    static func places(_ places: [(Double, Double)]) -> LoadedData {
        LoadedData(
            rows: RowSnapshot(QuadTree(places: places)), skipped: SkippedRows(), notices: [],
            recordCount: places.count)
    }
}

extension SeededRandom {
    /// Anywhere, in a town, near 180°, near the poles, or at one favourite place.
    mutating func place() -> (Double, Double) {
        switch number(0...9) {
        case 0: (fraction(-90...90), number(0...1) == 0 ? 179.99 : -180)
        case 1: (fraction(80...90) * (number(0...1) == 0 ? 1 : -1), fraction(-180...180))
        case 2...5: (52.5 + fraction(-0.3...0.3), 13.4 + fraction(-0.3...0.3))
        case 6: (48, 2)
        default: (fraction(-70...80), fraction(-180...180))
        }
    }

    mutating func places(_ count: Int) -> [(Double, Double)] { (0..<count).map { _ in place() } }

    /// A size of the screen, from the smallest to a large one.
    mutating func screen() -> (columns: Int, rows: Int) {
        let sizes = [(20, 8), (40, 12), (80, 24), (100, 30), (120, 40), (240, 64)]
        return number(0...2) == 0 ? (number(20...240), number(8...64)) : sizes[number(0...5)]
    }
}

extension Repository {
    /// The basemap that we ship, read once.
    static let basemap: BasemapData = DataFolder(path: root + "/data").readBasemap()
}
