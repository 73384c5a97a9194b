/// The slow reader that the fast one is compared with: one byte after the other, no tricks.
struct PlainCSVReader {
    struct Record: Equatable {
        var bytes: [UInt8] = []
        var fields: [[UInt8]] = []
        var line = 1
    }

    /// Whole records; whether a quote stood open at the end.
    static func read(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) -> (
        records: [Record], isOpen: Bool
    ) {
        var records: [Record] = []
        var position = 0
        var line = 1
        func isEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
        func passLineEnd() {
            position +=
                bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10 ? 2 : 1
            line += 1
        }
        while position < bytes.count {
            if isEnd(bytes[position]) {
                passLineEnd()
                continue
            }
            var record = Record(line: line)
            let start = position
            while true {
                var field: [UInt8] = []
                if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
                    position += 1
                    var isClosed = false
                    while position < bytes.count {
                        if bytes[position] == UInt8(ascii: "\"") {
                            if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "\"") {
                                field.append(UInt8(ascii: "\""))
                                position += 2
                                continue
                            }
                            position += 1
                            isClosed = true
                            break
                        }
                        if isEnd(bytes[position]) {
                            let before = position
                            passLineEnd()
                            field += bytes[before..<position]
                        } else {
                            field.append(bytes[position])
                            position += 1
                        }
                    }
                    if !isClosed { return (records, true) }
                }
                while position < bytes.count, bytes[position] != delimiter, !isEnd(bytes[position]) {
                    field.append(bytes[position])
                    position += 1
                }
                record.fields.append(field)
                guard position < bytes.count, bytes[position] == delimiter else { break }
                position += 1
            }
            record.bytes = Array(bytes[start..<position])
            records.append(record)
            if position < bytes.count { passLineEnd() }
        }
        return (records, false)
    }
}
