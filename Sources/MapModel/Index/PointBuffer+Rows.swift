extension PointBuffer {
    /// Calls `body` with each row and the quantum of its place, rows ascending.
    package func visitQuanta(_ body: (UInt32, QuantumPoint) -> Void) {
        for piece in pieces {
            for index in piece.keys.indices {
                body(piece.row(at: index), MortonCode.point(of: piece.keys[index]))
            }
        }
    }

    /// The points of the rows for which `isKept` is true.
    ///
    /// - Complexity: O(n).
    package func keeping(_ isKept: (UInt32) -> Bool) -> PointBuffer {
        var kept = PointBuffer()
        for piece in pieces {
            for index in piece.keys.indices {
                let row = piece.row(at: index)
                if isKept(row) { kept.add(key: piece.keys[index], row: row) }
            }
        }
        kept.polarPoints = polarPoints.filter { isKept($0.row) }
        return kept
    }
}
