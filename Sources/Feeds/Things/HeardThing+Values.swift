import MapModel
import RowValues
import Rows

extension HeardThing {
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
