/// The column of times of a source that is asked view by view.
package struct TimeOutline: Sendable, Equatable {
    /// Its name.
    package let column: String
    /// The first and the last moment; nil where no row has a time.
    package let range: ClosedRange<Int64>?

    /// A column, and from when to when its times are.
    package init(column: String, range: ClosedRange<Int64>?) { (self.column, self.range) = (column, range) }

    /// What is said where times are not counted.
    static let refusal = "times are counted of one table alone"
}
