import MapModel
import Rows

/// The answers of several sources for one view, as that of the whole: rows where all of them are few, else clusters.
struct JoinedAnswer {
    private struct Sum {
        var count = 0
        var mean = WorldPoint(x: 0, y: 0)
        var densest = (count: 0, place: WorldPoint(x: 0, y: 0))
    }

    private let question: ViewportQuestion
    private let layerRows: LayerRows
    private var answers: [(answer: ViewportAnswer, part: LayeredSource.Part)] = []

    init(_ question: ViewportQuestion, layers: LayerRows) {
        self.question = question
        layerRows = layers
    }

    mutating func add(_ answer: ViewportAnswer, of part: LayeredSource.Part) {
        var answer = answer
        // A part that does not have the column was asked for no number, and answered zeros.
        if let number = question.measures?.number, answer.question.measures?.number == nil {
            if case .matching(_, othersAreZero: true) = number {
            } else {
                answer.measured = answer.measured.withoutNumbers
            }
        }
        answers.append((answer, part))
    }

    func finished() -> ViewportAnswer {
        let total = answers.reduce(0) { $0 + $1.answer.total }
        var joined = ViewportAnswer(
            question: question, total: total, content: rows(total).map { .rows($0) } ?? .clusters([]))
        if case .clusters = joined.content { joinClusters(&joined) }
        for (answer, part) in answers {
            joined.notices += answer.notices
            joined.leftOutShapeCount += answer.leftOutShapeCount
            for (row, value) in answer.measured.rows { joined.measured.rows[row + part.firstRow] = value }
        }
        let shapes = answers.filter { !$0.answer.shapes.isEmpty }
        joined.shapes =
            shapes.count == 1 && shapes[0].part.firstRow == 0
            ? shapes[0].answer.shapes
            : ShapeIndex(joining: shapes.map { ($0.answer.shapes, nil, $0.part.firstRow) })
        return joined
    }

    /// All rows; nil where one of the parts has too many, or all together.
    private func rows(_ total: Int) -> PointBuffer? {
        guard total <= question.limit else { return nil }
        var all = PointBuffer()
        for (answer, part) in answers {
            guard case .rows(let points) = answer.content else { return nil }
            all.append(contentsOf: points, rowOffset: part.firstRow)
        }
        return all
    }

    private func joinClusters(_ joined: inout ViewportAnswer) {
        var sums: [ClusterID: Sum] = [:]
        for (answer, part) in answers {
            for (cluster, layers, measured) in clusters(of: answer, part) {
                var sum = sums[cluster.id, default: Sum()]
                let count = sum.count + cluster.count
                let share = Double(cluster.count) / Double(count)
                sum.mean.x += (cluster.mean.x - sum.mean.x) * share
                sum.mean.y += (cluster.mean.y - sum.mean.y) * share
                if cluster.count > sum.densest.count { sum.densest = (cluster.count, cluster.densest) }
                sum.count = count
                sums[cluster.id] = sum
                joined.layers[cluster.id, default: 0] |= layers
                guard question.measures != nil else { continue }
                joined.measured.clusters[cluster.id, default: MeasuredRows.Cluster()].add(measured)
            }
        }
        let clusters = sums.map { id, sum in
            Cluster(id: id, count: sum.count, mean: sum.mean, densest: sum.densest.place, firstIndex: 0)
        }
        joined = ViewportAnswer(
            joined, clusters: clusters.sorted { ($0.id.row, $0.id.column) < ($1.id.row, $1.id.column) })
    }

    /// The clusters of a part with the layers of their rows and what these were measured to have; rows that it sent are
    /// counted here.
    private func clusters(
        of answer: ViewportAnswer, _ part: LayeredSource.Part
    ) -> [(Cluster, LayerMarks.Mask, MeasuredRows.Cluster)] {
        let own = LayerMarks.Mask(1) << LayerMarks.Mask(min(part.firstLayer, LayerRows.maximumCount - 1))
        switch answer.content {
        case .clusters(let clusters):
            return clusters.map {
                ($0, answer.layers[$0.id] ?? own, answer.measured.clusters[$0.id] ?? MeasuredRows.Cluster())
            }
        case .rows(let points):
            var moved = PointBuffer()
            moved.append(contentsOf: points, rowOffset: part.firstRow)
            let tree = QuadTree(moved)
            let marks = LayerMarks(tree, layers: layerRows)
            return tree.clusters(in: question.window, grid: question.grid).map { cluster in
                let members = tree.members(of: cluster.id, in: question.window)
                var measured = MeasuredRows.Cluster()
                for index in members.indices(limit: cluster.count) {
                    if let row = answer.measured.rows[tree.row(at: index) - part.firstRow] {
                        measured.add(row)
                    }
                }
                return (cluster, marks.layers(in: members, of: tree), measured)
            }
        }
    }
}
