import MapModel
import Rows
import Streams

extension PostgreSQLSource {
    /// How long lines and areas may keep the rows of a view waiting.
    private static let shapeTimeout = Duration.seconds(3)

    /// An answer with the lines and areas in its window. Where the server cannot send them in time, it has a notice
    /// instead: the rows are shown all the same.
    func adding(
        _ degrees: WindowDegrees, _ projected: [GeoBounds]?, _ settled: PostgreSQLTable.Settled,
        to answer: ViewportAnswer, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let dotDegrees = Double(answer.question.dotExtent) / Double(WorldWindow.worldSize) * 360
        guard dotDegrees > 0,
            let statement = try statements(settled.layout).shapes(
                degrees, projected: projected, dotDegrees: dotDegrees)
        else { return answer }
        var answer = answer
        do throws(PostgreSQLFault) {
            let found = try views.run(statement, timeout: Self.shapeTimeout, isCancelled: isCancelled)
            try add(found, settled, to: &answer)
        } catch {
            switch error {
            case .timedOut:
                answer.notices.append(
                    "lines and areas are not drawn: the server needs more than 3 s for them")
            case .refused, .unusable: answer.notices.append("lines and areas are not drawn: \(error.words)")
            case .cancelled, .lost, .unreachable: throw error.sourceError(name: name)
            }
        }
        return answer
    }

    /// Adds the shapes of rows: key, number of all, WKB in hexadecimal digits.
    private func add(
        _ rows: SQLRows, _ settled: PostgreSQLTable.Settled, to answer: inout ViewportAnswer
    ) throws(PostgreSQLFault) {
        guard rows.count > 0 else { return }
        let parts = settled.layout.keys.count
        let keys = (0..<rows.count).map { row in (0..<parts).map { rows[row, $0] } }
        guard let numbers = settled.handles.numbers(of: keys), let count = rows.rowCount(0, parts),
            count >= rows.count
        else { throw .unusable(words: "no numbers of shapes") }
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
