import MapModel
import RowValues
import Rows
import Streams

/// All things so far, a row each.
package struct ThingTable: MovingTable {
    package let name: String
    let things: [Thing]
    /// The columns that only some formats have, in the order in which they were met.
    let details: [ThingDetail]
    /// The names of the sources by their numbers.
    let sources: [String]
    /// What is known of the feed besides.
    package let state: FeedState

    package var columnNames: [String] { ThingColumn.names + details.map(\.name) }
    package var recordCount: Int { things.count }
    package var coordinateColumns: [Int] { [ThingColumn.latitude.rawValue, ThingColumn.longitude.rawValue] }

    /// The name is shown, the id finds a thing again, words of both and of call signs are searched.
    package var roles: ColumnRoles {
        var searched = [ThingColumn.name.rawValue, ThingColumn.id.rawValue]
        if let place = details.firstIndex(of: .callSign) { searched.append(ThingColumn.names.count + place) }
        return ColumnRoles(
            label: ThingColumn.name.rawValue, id: ThingColumn.id.rawValue, searched: searched)
    }

    package func motion(ofRow row: UInt32) -> ThingMotion? {
        row < things.count ? things[Int(row)].motion : nil
    }

    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        for row in rows {
            guard row < things.count else { throw .noSuchRow(row, file: name) }
            body(SourceRow(row: row, line: nil, values: things[Int(row)].values(details, sources)))
        }
    }

    /// Things whose name is not known are called by their ids.
    package func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        rows.map { row in
            guard row < things.count else { return "" }
            let thing = things[Int(row)]
            return thing.name.isEmpty ? thing.id : thing.name
        }
    }

    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        let hasCallSigns = details.contains(.callSign)
        for thing in things {
            let label = thing.name.isEmpty ? thing.id : thing.name
            builder.append([label, thing.id] + (hasCallSigns ? [thing.callSign] : []))
        }
        progress(builder)
    }

    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        things.map { thing in RowIdentities.hash(ofIdentifier: true) { $0.combine(thing.id) } }
    }
}

extension Thing {
    /// The values of its row.
    func values(_ details: [ThingDetail], _ sources: [String]) -> [FieldValue] {
        var values: [FieldValue] = []
        values.reserveCapacity(ThingColumn.allCases.count + details.count)
        for column in ThingColumn.allCases { values.append(value(column, sources)) }
        for detail in details { values.append(value(detail)) }
        return values
    }

    func value(_ column: ThingColumn, _ sources: [String]) -> FieldValue {
        switch column {
        case .id: Self.text(id)
        case .name: Self.text(name)
        case .kind: Self.text(kind.name)
        case .latitude: place.map { Self.degrees($0.latitudeE7) } ?? .missing
        case .longitude: place.map { Self.degrees($0.longitudeE7) } ?? .missing
        case .altitude: Self.number(altitude, digits: 1)
        case .speed: Self.number(speed, digits: 2)
        case .course: Self.number(course, digits: 1)
        case .climb: Self.number(climb, digits: 2)
        case .time:
            place == nil ? .missing : Self.text(UTCInstant(milliseconds: placeTime)?.description ?? "")
        case .state: Self.text(state.name)
        case .source: Self.text(Int(source) < sources.count ? sources[Int(source)] : "")
        case .messages: FieldValue(.number, "\(messageCount)")
        }
    }

    func value(_ detail: ThingDetail) -> FieldValue {
        switch detail {
        case .squawk: squawk < 0 ? .missing : Self.text(Self.fourDigits(squawk))
        case .onGround: ground < 0 ? .missing : FieldValue(.boolean, ground == 1 ? "true" : "false")
        case .category: Self.text(Self.signs(category))
        case .shipType: shipType == 0 ? .missing : Self.text(AISWords.shipType(Int(shipType)))
        case .status: Self.text(AISWords.status(Int(status)) ?? "")
        case .destination: Self.text(destination)
        case .callSign: Self.text(callSign)
        case .heading: Self.number(heading, digits: 0)
        case .length: Self.number(length, digits: 0)
        case .draught: Self.number(draught, digits: 1)
        case .battery: Self.number(battery, digits: 0)
        case .accuracy: Self.number(accuracy, digits: 0)
        case .symbol: Self.text(Self.signs(symbol))
        case .comment: Self.text(comment)
        }
    }

    private static func text(_ text: String) -> FieldValue {
        text.isEmpty ? .missing : FieldValue(.text, text)
    }

    private static func degrees(_ degreesE7: Int32) -> FieldValue {
        var text: [UInt8] = []
        DecimalText.append(degreesE7: degreesE7, to: &text)
        return FieldValue(.number, String(decoding: text, as: UTF8.self))
    }

    private static func number(_ value: Float, digits: Int) -> FieldValue {
        guard value.isFinite, abs(value) < 1e12 else { return .missing }
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        var text: [UInt8] = []
        DecimalText.append(Int((Double(value) * scale).rounded()), digits: digits, isTrimmed: true, to: &text)
        return FieldValue(.number, String(decoding: text, as: UTF8.self))
    }

    private static func fourDigits(_ number: Int16) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    private static func signs(_ pair: UInt16) -> String {
        let bytes = [UInt8(pair >> 8), UInt8(pair & 0xFF)].filter { $0 > 0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ThingKind {
    /// The columns that only messages about such things have.
    var details: [ThingDetail] {
        switch self {
        case .aircraft: [.squawk, .onGround, .category, .heading]
        case .ship: [.category, .shipType, .status, .destination, .callSign, .heading, .length, .draught]
        case .aprs: [.symbol, .accuracy, .comment]
        case .phone: [.battery, .accuracy]
        case .mesh: [.callSign, .battery, .accuracy]
        case .other: []
        }
    }
}
