import RowValues
import MapModel

/// What a view is asked about its rows besides where they are: their classes, and a number to sum up.
package struct RowMeasures: Hashable, Sendable {
    /// The number of a row.
    package enum Number: Hashable, Sendable {
        /// The value of a column of numbers or times.
        case column(Int)
        /// 1 for rows that match a filter; 0 for all others, or no number.
        case matching(String, othersAreZero: Bool)
    }

    /// A filter for the rows of each class, from class 1 on, of which no row matches two. Rows that match none are of
    /// class 0.
    package var classes: [String]
    /// Windows of time in the place of these filters: a row is of the class of the first that it is in, counted from 1.
    package var windows: [TimeQuestion] = []
    /// Nil where nothing is summed up.
    package var number: Number?

    /// Measures of classes and of a number.
    package init(classes: [String] = [], number: Number? = nil) {
        self.classes = classes
        self.number = number
    }

    /// Windows are compared, but have no hash of their own.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(classes)
        hasher.combine(windows.count)
        hasher.combine(number)
    }
}

/// What rows, and clusters that a server counted, were measured to have.
package struct MeasuredRows: Sendable {
    /// The class of one row and its number, NaN for none.
    package struct Row: Sendable, Equatable {
        package let classNumber: UInt8
        package let number: Double

        /// A row of a class with a number, or NaN.
        package init(classNumber: UInt8, number: Double) {
            self.classNumber = classNumber
            self.number = number
        }
    }

    /// The classes and the numbers of the rows of a cluster.
    package struct Cluster: Sendable, Equatable {
        package var tally = ClassCounts.Tally.zero
        package var numbers = NumberAggregates.Aggregate()

        /// Of no rows.
        package init() {}

        /// Takes a row in.
        package mutating func add(_ row: Row) {
            tally[Int(row.classNumber)] += 1
            numbers.add(row.number)
        }

        /// Takes the rows of another part in.
        package mutating func add(_ other: Cluster) {
            tally &+= other.tally
            numbers.add(other.numbers)
        }
    }

    /// By the numbers of the rows.
    package var rows: [UInt32: Row] = [:]
    package var clusters: [ClusterID: Cluster] = [:]

    /// Nothing measured.
    package init() {}

    /// About as many bytes as they occupy.
    package var byteCount: Int {
        rows.capacity * (MemoryLayout<UInt32>.stride + MemoryLayout<Row>.stride)
            + clusters.capacity * (MemoryLayout<ClusterID>.stride + MemoryLayout<Cluster>.stride)
    }

    /// The same classes, of rows without numbers.
    package var withoutNumbers: MeasuredRows {
        var measured = MeasuredRows()
        measured.rows = rows.mapValues { Row(classNumber: $0.classNumber, number: .nan) }
        measured.clusters = clusters.mapValues { cluster in
            var cluster = cluster
            cluster.numbers = NumberAggregates.Aggregate()
            return cluster
        }
        return measured
    }
}

/// What a column of a server holds.
package struct ColumnDistribution: Sendable {
    package let summary: ColumnSummary
    /// Of numbers and times, ascending from the least; empty for others.
    package let quantiles: [Double]

    /// A summary with quantiles.
    package init(summary: ColumnSummary, quantiles: [Double]) {
        self.summary = summary
        self.quantiles = quantiles
    }
}
