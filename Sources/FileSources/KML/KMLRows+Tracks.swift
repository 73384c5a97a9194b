import Rows

// The times and values of the points of Google's tracks, for journeys.
extension KMLRows {
    /// Gives the vertices of a track their times and values: the lists have an entry for each of its coordinates.
    mutating func endTrack() {
        defer { (trackTimes, arrays, arrayName) = ([], [], nil) }
        guard collector.journeys != nil else { return }
        let vertices = geometry.trackVertices
        for (vertex, time) in zip(vertices, trackTimes) {
            guard let vertex else { continue }
            time.withTrimmed { collector.journeys?.setTime($0, vertex: vertex) }
        }
        var places: [String: Int] = [:]
        for (name, text) in arrays {
            let place = places[name, default: 0]
            places[name] = place + 1
            guard place < vertices.count, let vertex = vertices[place],
                let number = Double(String(decoding: text, as: UTF8.self))
            else { continue }
            collector.journeys?.set(number, named: name, isHeight: false, vertex: vertex)
        }
    }
}

extension [UInt8] {
    /// Calls `body` with the text without surrounding white space.
    fileprivate func withTrimmed(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        var text = XMLText()
        withUnsafeBufferPointer { text.append($0) }
        text.withTrimmed(body)
    }
}
