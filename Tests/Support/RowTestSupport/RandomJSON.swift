import Foundation
import TestSupport

@testable import RowValues

/// Documents by chance, and what they say.
enum RandomJSON {
    indirect enum Value {
        case text(String), number(String), bool(Bool), null
        case array([Value])
        case object([String: Value])
    }

    private static let strings = [
        "", "a", "name", "x y", "é", "界", "😀", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "tab\\t",
        "[", "}",
        "a longer text, of more than sixteen bytes, with a quote \\\" in it and é at the end of it",
    ]
    private static let numbers = [
        "0", "-1", "1.5", "-0.25", "1e5", "123456789", "8.5412345", "-179.99999", "2E-3", "1000000",
    ]
    private static let spaces = ["", "", " ", "\n", "  \t\r\n", String(repeating: " ", count: 40)]

    private static func pick(_ list: [String], _ random: inout SeededRandom) -> String {
        list[random.number(0...list.count - 1)]
    }

    static func value(_ random: inout SeededRandom, depth: Int) -> String {
        func space() -> String { pick(spaces, &random) }
        switch random.number(0...(depth > 0 ? 7 : 4)) {
        case 0: return "\"\(pick(strings, &random))\""
        case 1, 2: return pick(numbers, &random)
        case 3: return ["true", "false", "null"][random.number(0...2)]
        case 4: return "\"\(pick(strings, &random))\""
        case 5:
            let elements = (0..<random.number(0...4)).map { _ in
                space() + value(&random, depth: depth - 1) + space()
            }
            return "[" + space() + elements.joined(separator: ",") + "]"
        default:
            let members = (0..<random.number(0...4)).map { index in
                space() + "\"k\(index)\(pick(strings, &random))\"" + space() + ":" + space()
                    + value(&random, depth: depth - 1) + space()
            }
            return "{" + space() + members.joined(separator: ",") + "}"
        }
    }

    static func mutate(_ text: inout [UInt8], _ random: inout SeededRandom) {
        guard !text.isEmpty else { return }
        let place = random.number(0...text.count - 1)
        switch random.number(0...5) {
        case 0: text.remove(at: place)
        case 1: text.insert(text[random.number(0...text.count - 1)], at: place)
        case 2: text[place] = UInt8(random.number(0...255))
        case 3: text[place] = Array("{}[],:\"\\ 0-.et\n".utf8)[random.number(0...14)]
        case 4: text.removeSubrange(place..<min(text.count, place + random.number(1...20)))
        default: text.insert(contentsOf: text[place..<min(text.count, place + 12)], at: place)
        }
    }

    static func read(_ cursor: inout JSONCursor) throws(JSONFault) -> Value {
        switch try cursor.peek() {
        case UInt8(ascii: "["):
            var elements: [Value] = []
            if try cursor.enter(closedBy: UInt8(ascii: "]")) {
                repeat {
                    elements.append(try read(&cursor))
                } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
            }
            return .array(elements)
        case UInt8(ascii: "{"):
            var members: [String: Value] = [:]
            if try cursor.enter(closedBy: UInt8(ascii: "}")) {
                repeat {
                    let key = try text(try cursor.key(), cursor)
                    members[key] = try read(&cursor)
                } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
            }
            return .object(members)
        default:
            switch try cursor.value() {
            case .text(let found): return .text(try text(found, cursor))
            case .number(let range), .noNumber(let range):
                return .number(String(decoding: cursor.slice(range), as: UTF8.self))
            case .boolean(let range): return .bool(cursor.isWord(range, "true"))
            case .null: return .null
            case .container: throw .malformed
            }
        }
    }

    private static func text(_ text: JSONCursor.Text, _ cursor: JSONCursor) throws(JSONFault) -> String {
        var bytes: [UInt8] = []
        try JSONString.unescape(cursor.slice(text.range), into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func areEqual(_ ours: Value, _ theirs: Any) -> Bool {
        switch ours {
        case .text(let text): return theirs as? String == text
        case .number(let text): return (theirs as? NSNumber)?.doubleValue == Double(text)
        case .bool(let bool): return theirs as? Bool == bool
        case .null: return theirs is NSNull
        case .array(let elements):
            guard let list = theirs as? [Any], list.count == elements.count else { return false }
            return zip(elements, list).allSatisfy { areEqual($0, $1) }
        case .object(let members):
            guard let map = theirs as? [String: Any], map.count == members.count else { return false }
            return members.allSatisfy { key, value in map[key].map { areEqual(value, $0) } ?? false }
        }
    }
}
