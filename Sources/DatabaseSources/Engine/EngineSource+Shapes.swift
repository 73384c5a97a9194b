import MapModel
import RowValues
import Rows
import Streams

extension EngineSource {
    /// How long lines and areas may keep the rows of a view waiting.
    private static let shapeTime = Duration.seconds(3)

    /// An answer with the lines and areas in its window. Where the engine cannot send them in time, it has a notice
    /// instead: the rows are shown all the same.
    func adding(
        _ area: EngineArea, _ statements: EngineStatements, _ settled: EngineTable.Settled,
        to answer: ViewportAnswer, _ isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let dotDegrees = Double(answer.question.dotExtent) / Double(WorldWindow.worldSize) * 360
        guard dotDegrees > 0, let statement = engine.shapes(statements, area, dotDegrees: dotDegrees) else {
            return answer
        }
        var answer = answer
        do throws(SourceError) {
            let found = try engine.run(
                statement.sql, columnCount: statement.columnCount, within: Self.shapeTime,
                isCancelled: isCancelled)
            if let found {
                try add(found, settled, to: &answer)
            } else {
                answer.notices.append(
                    "lines and areas are not drawn: the server needs more than 3 s for them")
            }
        } catch {
            guard case .refused(_, let words) = error else { throw error }
            answer.notices.append("lines and areas are not drawn: \(words)")
        }
        return answer
    }

    /// Adds the shapes of rows: key, number of all, WKB in hexadecimal digits.
    private func add(
        _ rows: SQLRows, _ settled: EngineTable.Settled, to answer: inout ViewportAnswer
    ) throws(SourceError) {
        guard rows.count > 0 else { return }
        let parts = settled.layout.key.count
        let keys = (0..<rows.count).map { row in (0..<parts).map { rows[row, $0] } }
        guard let numbers = settled.handles.numbers(of: keys), let count = rows.rowCount(0, parts),
            count >= rows.count
        else { throw unusable("no numbers of shapes") }
        var buffer = ShapeBuffer()
        var sketch = GeometrySketch()
        for (number, row) in zip(numbers, 0..<rows.count).sorted(by: { $0.0 < $1.0 }) {
            guard var text = rows[row, parts + 1] else { continue }
            let isRead = text.withUTF8 { (try? WellKnownBinary.read(hexadecimal: $0, into: &sketch)) != nil }
            if isRead { buffer.append(sketch, row: number) }
        }
        answer.shapes = ShapeIndex(buffer)
        answer.leftOutShapeCount = count - buffer.count
    }
}
