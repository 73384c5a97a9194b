/// Messages of the protocol. Source: PostgreSQL documentation, "Message Formats".
package enum Wire {
    package static func int16(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

    package static func int32(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    package static func message(_ type: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: type)] + int32(UInt32(body.count + 4)) + body
    }

    package static func parameter(_ name: String, _ value: String) -> [UInt8] {
        message("S", Array(name.utf8) + [0] + Array(value.utf8) + [0])
    }

    /// ParseComplete and BindComplete.
    package static let begin = message("1", []) + message("2", [])
    package static let ready = message("Z", [UInt8(ascii: "I")])
    package static let end = message("C", Array("SELECT 1".utf8) + [0]) + ready

    package static func description(_ columns: [FakePostgreSQL.Column]) -> [UInt8] {
        message("T", int16(UInt16(columns.count)) + columns.flatMap(description))
    }

    private static func description(_ column: FakePostgreSQL.Column) -> [UInt8] {
        var bytes = column.name + [0] + int32(0) + int16(0)
        bytes += int32(column.type) + int16(8) + int32(.max) + int16(column.format)
        return bytes
    }

    package static func row(_ values: [[UInt8]?]) -> [UInt8] {
        message("D", int16(UInt16(values.count)) + values.flatMap(field))
    }

    package static func field(_ value: [UInt8]?) -> [UInt8] {
        value.map { int32(UInt32($0.count)) + $0 } ?? int32(UInt32.max)
    }

    /// `type` E for an error, N for a notice.
    package static func words(_ type: Unicode.Scalar, state: String?, _ text: String) -> [UInt8] {
        var body = Array("SWARNING".utf8) + [0]
        if let state { body += Array("C\(state)".utf8) + [0] }
        return message(type, body + Array("M\(text)".utf8) + [0, 0])
    }
}
