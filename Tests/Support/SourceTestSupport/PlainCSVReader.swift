/// The slow reader that the fast one is compared with: one byte after the other, no tricks.
struct PlainCSVReader {
    struct Record: Equatable {
        var bytes: [UInt8] = []
        var fields: [[UInt8]] = []
        var line = 1
    }

    /// All records: a quote at the start of a field, blanks aside, opens it if the first quote that is not doubled stands before a delimiter,
    /// blanks aside, a line end or the end of the text; else it is text. Records of nothing but delimiters are none.
    static func read(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) -> [Record] {
        let quote = UInt8(ascii: "\"")
        var records: [Record] = []
        var position = 0
        var line = 1
        func isEnd(_ offset: Int) -> Bool {
            offset >= bytes.count || bytes[offset] == 10 || bytes[offset] == 13
        }
        func passLineEnd() {
            position +=
                bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10 ? 2 : 1
            line += 1
        }
        func opening(from start: Int) -> Int? {
            var offset = start
            while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
            return offset < bytes.count && bytes[offset] == quote ? offset : nil
        }
        func closing(from start: Int) -> Int? {
            var offset = start + 1
            while offset < bytes.count {
                if bytes[offset] != quote {
                    offset += 1
                } else if offset + 1 < bytes.count, bytes[offset + 1] == quote {
                    offset += 2
                } else {
                    var next = offset + 1
                    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
                    return isEnd(next) || bytes[next] == delimiter ? offset : nil
                }
            }
            return nil
        }
        while position < bytes.count {
            if isEnd(position) {
                passLineEnd()
                continue
            }
            var record = Record(line: line)
            let start = position
            while true {
                var field: [UInt8] = []
                if let begin = opening(from: position), let end = closing(from: begin) {
                    position = begin + 1
                    while position < end {
                        if bytes[position] == quote { position += 1 }
                        field.append(bytes[position])
                        let isPair = bytes[position] == 13 && bytes[position + 1] == 10
                        if !isPair, bytes[position] == 10 || bytes[position] == 13 { line += 1 }
                        position += 1
                    }
                    position = end + 1
                }
                while !isEnd(position), bytes[position] != delimiter {
                    field.append(bytes[position])
                    position += 1
                }
                record.fields.append(field)
                guard position < bytes.count, bytes[position] == delimiter else { break }
                position += 1
            }
            record.bytes = Array(bytes[start..<position])
            let isBlank =
                record.bytes.first == delimiter && record.bytes.last == delimiter
                && record.bytes.allSatisfy { $0 == delimiter || $0 == 0x20 }
            if !isBlank { records.append(record) }
            if position < bytes.count { passLineEnd() }
        }
        return records
    }
}
