import App
import CellGraphics
import MapModel
import Platform
import Scene
import Streams

/// Measures what one key costs from the action to the finished frame, without a terminal (`--measure`).
///
/// Views of all zooms are visited at seeded places of the data; each is panned, zoomed and selected in.
package struct Measurement {
    /// `TERMMAP_MEASURE_ROUNDS`, for counts of instructions: the difference of two runs is what the rounds cost, so no
    /// searches, which begin with the view of the last round.
    private let countedRounds: Int?
    private var rounds: Int { countedRounds ?? 300 }

    private var headless: Headless
    private var painter: FramePainter
    private let clock = ContinuousClock()

    package init(_ headless: Headless, keyMap: KeyMap) {
        countedRounds = Environment["TERMMAP_MEASURE_ROUNDS"].flatMap { Int($0) }
        self.headless = headless
        painter = FramePainter(keyMap: keyMap)
    }

    /// One line for each kind of key: median, 95th and 99th percentile and maximum, in milliseconds.
    package mutating func report() -> String {
        var times: [String: [Duration]] = [:]
        var seed: UInt64 = 1
        let kinds: [(String, Command)] = [
            ("pan", .pan(eastEighths: 1, southEighths: 0)), ("zoom in", .zoom(steps: 1)),
            ("select", .nextAnnotation), ("zoom out", .zoom(steps: -1)), ("no change", .cancel),
        ]
        for _ in 0..<rounds {
            headless.jump(to: randomView(&seed))
            _ = painter.paint(headless.state, at: .zero)
            for (name, command) in kinds {
                times[name, default: []].append(
                    clock.measure {
                        headless.perform(command)
                        _ = painter.paint(headless.state, at: .zero)
                    })
            }
        }
        return kinds.map { Self.line($0.0, times[$0.0] ?? []) }.joined()
            + (countedRounds == nil ? reportSearches() : "")
    }

    /// Words that are typed into the search, from what few names hold to what most of them do.
    private static let searches = ["zzzzz", "saint ma", "airport", "ber", "ing", "tow par"]

    /// One line for each word: what its letters cost from the third on, until the results are on the screen.
    private mutating func reportSearches() -> String {
        Self.searches.map { word in
            headless.perform(.search)
            var times: [Duration] = []
            for (index, letter) in word.enumerated() {
                let time = clock.measure {
                    headless.type(.insert(String(letter)))
                    _ = painter.paint(headless.state, at: .zero)
                }
                if index > 1 { times.append(time) }
            }
            let total = headless.state.search.session?.rows?.total ?? 0
            headless.type(.cancel)
            return Self.line("/\(word)", times, note: "\(total.grouped) found")
        }.joined()
    }

    private func randomView(_ seed: inout UInt64) -> Viewport {
        func next() -> UInt64 {
            // The constants of Knuth's MMIX generator.
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return seed >> 33
        }
        let state = headless.state
        let point =
            state.data.tree.isEmpty
            ? WorldPoint(x: 0.5, y: 0.5) : state.data.tree.worldPoint(at: Int(next()) % state.data.tree.count)
        return Viewport(center: point, zoom: 2 + Double(next() % 33) / 2, size: state.map.viewport.size)
    }

    private static func line(_ name: String, _ times: [Duration], note: String = "") -> String {
        let sorted = times.sorted().map {
            Double($0.components.attoseconds) / 1e15 + Double($0.components.seconds) * 1e3
        }
        guard let longest = sorted.last else { return "" }
        func percentile(_ share: Double) -> String { sorted[Int(Double(sorted.count - 1) * share)].fixed(2) }
        let padded = name + String(repeating: " ", count: max(12 - name.count, 0))
        return "  \(padded) median \(percentile(0.5)) ms  p95 \(percentile(0.95))  p99 \(percentile(0.99))"
            + "  max \(longest.fixed(2))  \(note)\n"
    }
}
