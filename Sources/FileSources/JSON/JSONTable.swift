import MapModel
import RowValues
import Rows
import Streams

/// Tables of JSON that are not lists of objects, as Python and R write them: columns of values, rows as arrays, or places by
/// their names.
///
/// ```
/// {"lat": {"0": 1, "1": 3}, "lon": {"0": 2, "1": 4}}     {"lat": [1, 3], "lon": [2, 4]}
/// {"columns": ["lat", "lon"], "data": [[1, 2], [3, 4]]}  [["lat", "lon"], [1, 2], [3, 4]]
/// {"Bern": [46.95, 7.45], "Oslo": [59.91, 10.75], "Lyon": [45.76, 4.84]}
/// ```
///
/// Columns or rows with names may lie in objects around them: `{"status": "ok", "result": {"columns": …, "rows": …}}`.
struct JSONTable {
    /// The names, each with its quotes.
    private var names: [[UInt8]] = []
    private var rows: [[Range<Int>]] = []
    private let bytes: ByteRun

    /// Columns without names are called so, with a number.
    static let inventedName = "column "

    /// The records of a whole document as lines of objects; nil when it is not such a table.
    static func records(in bytes: ByteRun) -> [UInt8]? {
        var table = JSONTable(bytes: bytes)
        do throws(JSONFault) {
            guard try table.read() else { return nil }
        } catch {
            return nil
        }
        return table.lines()
    }

    private init(bytes: ByteRun) { self.bytes = bytes }

    /// Whether a document begins like a table: with rows, or with columns of plain values whose names are those of
    /// coordinates as far as they are seen.
    static func mayBegin(_ head: ByteRun) -> Bool {
        var cursor = JSONCursor(head, isFinal: false)
        guard let sign = try? cursor.peek() else { return false }
        if sign == UInt8(ascii: "[") {
            cursor.offset += 1
            return (try? cursor.peek()) == UInt8(ascii: "[")
        }
        return sign == UInt8(ascii: "{") && objectMayBegin(cursor, depth: 0)
    }

    private static func objectMayBegin(_ cursor: JSONCursor, depth: Int) -> Bool {
        var cursor = cursor
        var (names, columns): ([String], [String]) = ([], [])
        var arePlaces = true
        do throws(JSONFault) {
            guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return false }
            repeat {
                let name = String(decoding: cursor.slice(try cursor.key().range), as: UTF8.self)
                // GeoJSON has arrays of arrays that are no rows.
                guard !["type", "coordinates", "features"].contains(name) else { return false }
                guard names.count < nameLimit else { return arePlaces }
                names.append(name)
                if try areRows(cursor) { return true }
                if try isColumn(cursor) { columns.append(name) }
                if arePlaces { arePlaces = try isPlace(cursor) }
                if depth < depthLimit, try cursor.peek() == UInt8(ascii: "{"),
                    objectMayBegin(cursor, depth: depth + 1)
                {
                    return true
                }
                _ = try cursor.skipValue()
            } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        } catch {
            // A long column: the next names are beyond the bytes.
            return error == .incomplete && !names.isEmpty && columns.count == names.count
        }
        return hasCoordinates(columns) || arePlaces && names.count >= fewestPlaces
    }

    /// Two places with names are more often the corners of a box than rows.
    private static let fewestPlaces = 3

    /// Whether two numbers of degrees come next, as an array or a text, at least one of them with a fraction; a height may
    /// follow them.
    private static func isPlace(_ cursor: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = cursor
        if try cursor.peek() == UInt8(ascii: "\"") {
            let text = cursor.bytes.buffer(try cursor.text().range)
            return text.count { $0 == UInt8(ascii: ".") } > 1 && AnglePair(text) != nil
        }
        guard try cursor.peek() == UInt8(ascii: "["), try cursor.enter(closedBy: UInt8(ascii: "]")) else {
            return false
        }
        var numbers: [Double] = []
        repeat {
            guard numbers.count < 3, case .number(let range) = try cursor.value(),
                let number = Double(String(decoding: cursor.slice(range), as: UTF8.self))
            else { return false }
            numbers.append(number)
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
        let degrees = numbers.prefix(2)
        return degrees.count == 2 && degrees.allSatisfy { abs($0) <= 180 }
            && degrees.contains { $0 != $0.rounded() }
    }

    /// Whether an array of arrays of numbers or texts comes next.
    private static func areRows(_ cursor: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = cursor
        for _ in 0..<2 {
            guard try cursor.peek() == UInt8(ascii: "["), try cursor.enter(closedBy: UInt8(ascii: "]")) else {
                return false
            }
        }
        let first = try cursor.peek()
        return first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
    }

    private static let nameLimit = 256
    /// How many objects may lie around a table.
    private static let depthLimit = 3

    /// Whether an array or object of plain values comes next.
    private static func isColumn(_ cursor: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = cursor
        let sign = try cursor.peek()
        guard sign == UInt8(ascii: "[") || sign == UInt8(ascii: "{"),
            try cursor.enter(closedBy: sign + 2)
        else { return false }
        if sign == UInt8(ascii: "{") { _ = try cursor.key() }
        let first = try cursor.peek()
        return first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
    }

    private static func hasCoordinates(_ names: [String]) -> Bool {
        !ColumnNames(names).coordinatePairs().isEmpty
    }

    /// False when the document is not a table.
    private mutating func read() throws(JSONFault) -> Bool {
        var cursor = JSONCursor(bytes, isFinal: true)
        if try cursor.peek() == UInt8(ascii: "[") {
            guard try take(arrays(cursor.skipValue()) ?? []) else { return false }
        } else {
            let members = try members(&cursor)
            if try !readRows(members), try !readColumns(members),
                try !readPlaces(cursor.isAtEnd() ? members : []), try !readOnlyRows(members),
                try !readInner(members, depth: 1)
            {
                return false
            }
        }
        return !rows.isEmpty && names.count > 1 && rows.allSatisfy { $0.count <= names.count }
    }

    /// Takes rows whose first one has the names, or none has.
    private mutating func take(_ found: [[Range<Int>]]) -> Bool {
        guard let first = found.first else { return false }
        rows = found
        if areTexts(first) {
            names = first.map { bytes.bytes($0) }
            rows.removeFirst()
            return true
        }
        // [[47.4, 8.5, 1], …] as heat maps take it: columns without names, found by their values.
        guard first.count > 1, rows.allSatisfy({ $0.count == first.count }) else { return false }
        names = first.indices.map { Array("\"\(Self.inventedName)\($0 + 1)\"".utf8) }
        return true
    }

    /// The only member that has rows.
    private mutating func readOnlyRows(_ members: [Member]) throws(JSONFault) -> Bool {
        var found: [[[Range<Int>]]] = []
        for member in members {
            if let rows = try arrays(member.value), !rows.isEmpty { found.append(rows) }
        }
        guard found.count == 1 else { return false }
        let isOpenSky =
            members.contains { isKey($0, "states") } && found[0].allSatisfy { (17...18).contains($0.count) }
        guard isOpenSky else { return take(found[0]) }
        names = Self.statesOfOpenSky.map { Array("\"\($0)\"".utf8) }
        rows = found[0]
        return true
    }

    private func isKey(_ member: Member, _ name: StaticString) -> Bool {
        bytes.isWord(member.key.lowerBound + 1..<member.key.upperBound - 1, name)
    }

    /// What the documentation of the OpenSky Network calls the numbers of an aircraft, which come without names.
    private static let statesOfOpenSky = [
        "icao24", "callsign", "origin_country", "time_position", "last_contact", "longitude", "latitude",
        "baro_altitude", "on_ground", "velocity", "true_track", "vertical_rate", "sensors", "geo_altitude",
        "squawk",
        "spi", "position_source", "category",
    ]

    /// The first table with names that lies in one of the members.
    private mutating func readInner(_ members: [Member], depth: Int) throws(JSONFault) -> Bool {
        guard depth <= Self.depthLimit else { return false }
        for member in members where bytes[member.value.lowerBound] == UInt8(ascii: "{") {
            var cursor = JSONCursor(
                bytes, from: member.value.lowerBound, to: member.value.upperBound, isFinal: true)
            let inner = try self.members(&cursor)
            if try readRows(inner) { return true }
            if try readColumns(inner) { return true }
            if try readPlaces(inner) { return true }
            if try readInner(inner, depth: depth + 1) { return true }
        }
        return false
    }

    /// One member with names, and one with rows of as many values.
    private mutating func readRows(_ members: [Member]) throws(JSONFault) -> Bool {
        for member in members {
            guard let found = try arrays(member.value), let width = found.first?.count else { continue }
            for other in members {
                guard let texts = try elements(other.value), texts.count == width, areTexts(texts) else {
                    continue
                }
                names = texts.map { bytes.bytes($0) }
                rows = found
                return true
            }
        }
        return false
    }

    /// Members with as many values as the two with coordinates have; others describe the table.
    private mutating func readColumns(_ members: [Member]) throws(JSONFault) -> Bool {
        var (columns, names): ([[Range<Int>]], [[UInt8]]) = ([], [])
        for member in members {
            let isArray = bytes[member.value.lowerBound] == UInt8(ascii: "[")
            guard let column = isArray ? try elements(member.value) : try values(member.value) else {
                continue
            }
            columns.append(column)
            names.append(bytes.bytes(member.key))
        }
        let words = names.map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
        guard let pair = ColumnNames(words).coordinatePairs().first else { return false }
        let count = columns[pair.latitude].count
        guard columns[pair.longitude].count == count else { return false }
        let kept = columns.indices.filter { columns[$0].count == count }
        self.names = kept.map { names[$0] }
        rows = (0..<count).map { row in kept.map { columns[$0][row] } }
        return true
    }

    /// Members with a place each.
    private mutating func readPlaces(_ members: [Member]) throws(JSONFault) -> Bool {
        guard members.count >= Self.fewestPlaces else { return false }
        for member in members {
            let value = JSONCursor(
                bytes, from: member.value.lowerBound, to: member.value.upperBound, isFinal: true)
            guard try Self.isPlace(value) else { return false }
        }
        names = ["\"name\"", "\"coordinates\""].map { Array($0.utf8) }
        rows = members.map { [$0.key, $0.value] }
        return true
    }

    private func lines() -> [UInt8] {
        var text: [UInt8] = []
        for row in rows {
            for (index, value) in row.enumerated() {
                text.append(UInt8(ascii: index == 0 ? "{" : ","))
                text += names[index]
                text.append(UInt8(ascii: ":"))
                JSONText.appendOnOneLine(bytes.buffer(value), to: &text)
            }
            text += row.isEmpty ? Array("{}\n".utf8) : Array("}\n".utf8)
        }
        return text
    }

    // MARK: values

    private struct Member {
        let key: Range<Int>
        let value: Range<Int>
    }

    /// The members of the object that comes next.
    private func members(_ cursor: inout JSONCursor) throws(JSONFault) -> [Member] {
        guard try cursor.peek() == UInt8(ascii: "{") else { throw .malformed }
        var members: [Member] = []
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return [] }
        repeat {
            let key = try cursor.key().range
            members.append(
                Member(key: key.lowerBound - 1..<key.upperBound + 1, value: try cursor.skipValue()))
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return members
    }

    private func values(_ range: Range<Int>) throws(JSONFault) -> [Range<Int>]? {
        guard bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
        var cursor = JSONCursor(bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        return try members(&cursor).map(\.value)
    }

    /// The elements of an array; nil for another value.
    private func elements(_ range: Range<Int>) throws(JSONFault) -> [Range<Int>]? {
        var cursor = JSONCursor(bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        guard try cursor.peek() == UInt8(ascii: "["), try cursor.enter(closedBy: UInt8(ascii: "]")) else {
            return nil
        }
        var elements: [Range<Int>] = []
        repeat {
            elements.append(try cursor.skipValue())
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
        return elements
    }

    /// The elements of an array of arrays; nil for another value.
    private func arrays(_ range: Range<Int>) throws(JSONFault) -> [[Range<Int>]]? {
        guard let outer = try elements(range) else { return nil }
        var arrays: [[Range<Int>]] = []
        for element in outer {
            guard let inner = try elements(element) else { return nil }
            arrays.append(inner)
        }
        return arrays
    }

    private func areTexts(_ values: [Range<Int>]) -> Bool {
        !values.isEmpty && values.allSatisfy { bytes[$0.lowerBound] == UInt8(ascii: "\"") }
    }
}
