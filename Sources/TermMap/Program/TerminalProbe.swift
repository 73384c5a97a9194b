import Platform
import Runtime
import Streams
import TerminalInput
import TerminalScreen

#if DEBUG
    import CTerminalGuard
    import CellGraphics
    import MapSources

    /// A program that only shows what was typed: the end-to-end tests drive the terminal layer with it.
    ///
    /// Debug builds run it with `TERMMAP_PROBE=terminal`. `q` quits, `z` suspends, `!` runs into the fault that
    /// `TERMMAP_FAULT` names, `h` hangs, `f` shows another full frame of colours, `b` asks for the background, `p`
    /// changes the palette, `w` shows names of every script.
    package struct TerminalProbe {
        private var lines: [DisplayText] = []
        private var turn = 0
        private var palette = Self.palette(from: 1)
        private let glyphs = GlyphTable()
        private let terminal: Terminal

        /// Does not return if the probe was asked for.
        package static func runIfAsked() {
            guard text(of: "TERMMAP_PROBE") == "terminal" else { return }
            guard_install()
            startThreads()
            var end: Int32 = 0
            do throws(TerminalError) {
                var probe = TerminalProbe(terminal: try Terminal(.init()))
                end = probe.run()
            } catch {
                Output.writeError("termmap: \(error)\n")
                ExitCode.usage.end()
            }
            if end != 0 { guard_die_by(end) }
            ExitCode.done.end()
        }

        private init(terminal: Terminal) { self.terminal = terminal }

        /// Threads that wait, as the program has: a signal may come to any of them.
        private static func startThreads() {
            for _ in 0..<3 { _ = BlockingThread.detach { waitForEver() } }
        }

        /// The signal to die by, or 0.
        private mutating func run() -> Int32 {
            lines = ["ready \(terminal.columns)x\(terminal.rows)"]
            var events: [InputEvent] = []
            terminal.present(Presentation(frame: frame(), palette: palette))
            while true {
                if !events.isEmpty { terminal.present(Presentation(frame: frame(), palette: palette)) }
                terminal.wait(timeoutMilliseconds: nil)
                events = []
                terminal.readEvents(into: &events)
                for event in events {
                    if case .terminate(let signal) = event { return finish(signal) }
                    if case .key(.character("q"), []) = event { return finish(0) }
                    react(to: event)
                }
            }
        }

        private func finish(_ signal: Int32) -> Int32 {
            terminal.leave()
            return signal
        }

        private mutating func react(to event: InputEvent) {
            switch event {
            case .key(.character("z"), []), .key(.character("z"), .control), .suspend: terminal.suspend()
            case .key(.character("!"), []): Fault(rawValue: Self.text(of: "TERMMAP_FAULT"))?.happen()
            case .key(.character("h"), []): Self.waitForEver()
            case .key(.character("f"), []): turn += 1
            case .key(.character("p"), []): palette = Self.palette(from: 2)
            case .key(.character("w"), []): lines += Self.names
            case .key(.character("l"), .control): terminal.repaint()
            case .key(.character("b"), []):
                var typed: [InputEvent] = []
                terminal.askColors(keepingKeysIn: &typed)
                let isLight = terminal.backgroundIsLight
                lines.append(
                    "background \(isLight.map { $0 ? "light" : "dark" } ?? "unknown") \(typed.count)")
            default: lines.append("\(Self.name(of: event))")
            }
        }

        private static func name(of event: InputEvent) -> String {
            switch event {
            case .key(let key, let modifiers): "key \(key) \(modifiers.rawValue)"
            case .mouse(let mouse): "\(mouse.kind) \(mouse.button) \(mouse.point.column),\(mouse.point.row)"
            case .paste(let text): "paste \(text.utf8.count) \(text)"
            case .resize(let columns, let rows): "resize \(columns)x\(rows)"
            case .suspend: "suspend"
            case .resumed: "resumed"
            case .answered: "answered"
            case .terminate(let signal): "terminate \(signal)"
            }
        }

        private func frame() -> CellBuffer {
            var frame = CellBuffer(width: terminal.columns, height: terminal.rows, glyphs: glyphs)
            if turn > 0 { fill(&frame) }
            for (row, line) in lines.suffix(terminal.rows).enumerated() {
                frame.put(
                    line, at: CellPoint(column: 0, row: row), style: Style(ink: PaletteIndex(rawValue: 2)))
            }
            return frame
        }

        private func fill(_ frame: inout CellBuffer) {
            for row in 0..<frame.height {
                for column in 0..<frame.width {
                    let color = PaletteIndex(rawValue: UInt16(1 + (row + column + turn) % 14))
                    frame[column, row] = Cell(Glyph("⣿"), Style(ink: color))
                }
            }
        }

        /// Fourteen named colours in a row.
        private static func palette(from first: UInt8) -> Palette {
            var palette = Palette()
            for color in UInt8(0)..<14 {
                palette[PaletteIndex(rawValue: UInt16(color) + 1)] = .init(.indexed(first + color))
            }
            return palette
        }

        private static let names: [DisplayText] = [
            "|東京 Tōkyō|", "|한국 Seoul|", "|👨\u{200D}👩\u{200D}👧 family|", "|🇫🇷 flag|", "|❤\u{FE0F} heart|",
            "|👍🏽 thumb|",
            "|e\u{301}\u{323} marks|", "|עברית|", "|\u{202E}override|", "|हिन्दी|", "|ไทย|",
            "|1\u{FE0F}\u{20E3} keycap|",
        ]

        private static func text(of variable: String) -> String {
            Environment[variable] ?? ""
        }

        private static func waitForEver() -> Never {
            while true { MonotonicClock.sleep(microseconds: .max) }
        }
    }
#endif
