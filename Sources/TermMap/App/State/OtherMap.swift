import DataSets

/// The left one of two maps: the rows of window A, and what they look like in the view of the other.
package struct OtherMap: Sendable {
    package var rows: RowSnapshot
    package var annotations: AnnotationState
}
