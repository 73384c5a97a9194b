import CellGraphics
import MapModel
import RowValues
import Streams

@testable import DatabaseSources

extension FuzzTarget {
    /// What is typed, what stands in one field, and what a server or a program answers.
    static let texts: [String: Reader] = [
        "wkt": { bytes in
            var sketch = GeometrySketch()
            ByteRun.with(bytes) { _ = try? WellKnownText.read($0, 0..<$0.count, into: &sketch) }
        },
        "wkb": { bytes in
            var sketch = GeometrySketch()
            bytes.withUnsafeBufferPointer { _ = try? WellKnownBinary.read($0, into: &sketch) }
        },
        "hex": { bytes in
            var sketch = GeometrySketch()
            bytes.withUnsafeBufferPointer { _ = try? WellKnownBinary.read(hexadecimal: $0, into: &sketch) }
        },
        "place": { _ = try? CoordinateText(String(decoding: $0, as: UTF8.self)) },
        "number": { bytes in
            for mark in [CSVDialect.DecimalMark.point, .comma] {
                _ = NumberParser(decimalMark: mark).degrees(bytes, axis: .latitude)
            }
        },
        "filter": { filter(String(decoding: $0, as: UTF8.self)) },
        "display": { bytes in
            let text = DisplayText(sanitising: String(decoding: bytes, as: UTF8.self))
            let isPlain = text.text.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
                    && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
            }
            guard isPlain else { fatalError("a control character is shown") }
            for width in [0, 1, 2, 7] {
                guard text.clipped(to: width).width <= width else { fatalError("a clipped text is too wide") }
                _ = text.wrapped(to: max(1, width))
            }
        },
        "keys": { bytes in
            var decoder = InputDecoder()
            var events: [InputEvent] = []
            for byte in bytes { decoder.feed(byte, into: &events) }
            decoder.giveUp(into: &events)
            guard events.count <= bytes.count + 1 else { fatalError("more events than bytes") }
        },
        "toml": { bytes in
            do throws(TOMLProblem) {
                _ = try TOMLDocument(bytes)
            } catch {
                _ = "\(error)"
            }
        },
        "addresses": addresses,
        "clickhouse": { _ = ClickHouseAnswer($0, rowLimit: 100) },
        "duckdb": { bytes in
            for count in 1...2 { _ = DuckDBAnswer.rows(bytes, columnCount: count) }
        },
    ]

    private static let columns = ["name", "elevation", "opened", "paved", "addr:street"]
    private static let kinds: [Int: ColumnKind] = [0: .text, 1: .number, 2: .time, 3: .boolean, 4: .text]

    private static var areas: FilterCompletion.Areas {
        var areas = FilterCompletion.Areas()
        areas.sets = [("countries", ""), ("my districts", "2 areas")]
        areas.places = ["Bavaria", "Côte d'Or"]
        areas.columns["countries"] = columns.map { (FilterCompletion.Column(name: $0), nil) }
        return areas
    }

    private static func filter(_ text: String) {
        _ = FilterText.roles(of: text, columns: columns)
        let known = columns.map { FilterCompletion.Column(name: $0) }
        for caret in [0, text.utf8.count / 2, text.utf8.count] {
            _ = FilterCompletion.complete(text, caret: caret, columns: known, areas: areas) { _ in nil }
        }
        do throws(FilterProblem) {
            _ = try Filter(text, columns: columns).located([]).bound(to: kinds)
        } catch {
            _ = "\(error)"
        }
    }
}
