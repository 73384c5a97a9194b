import MapModel

/// What a stream said since its last part, message by message: the rows have only the last one of each.
package struct ThingMessages: Sendable {
    /// The row that each of them is about.
    package var rows: [UInt32]
    /// Where it was then, by the numbers of the messages.
    package let points: PointBuffer
    /// What each said.
    package let table: any RowTable

    /// - Parameter rows: one for each row of the table, all of which have a place.
    package init(rows: [UInt32], points: PointBuffer, _ table: any RowTable) {
        (self.rows, self.points, self.table) = (rows, points, table)
    }

    /// The same, where other rows come before.
    package func moved(by offset: UInt32) -> ThingMessages {
        var moved = self
        moved.rows = rows.map { $0 + offset }
        return moved
    }

    /// Calls `body` with the row and the place of each message, in their order.
    func visit(_ body: (UInt32, FixedCoordinate) -> Void) {
        points.visitPlaces { number, place in
            if number < rows.count { body(rows[Int(number)], place) }
        }
    }
}
