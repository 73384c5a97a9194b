/// A terminal just good enough to read the text of the screen and the modes that must be undone.
///
/// It knows what ncurses sends for TERM=xterm-256color; wide characters take two columns by `isWide`.
struct ScreenModel {
    private var cells: [[Character]]
    private let columns: Int
    private let rowCount: Int
    private var row = 0
    private var column = 0
    private var region: ClosedRange<Int>
    private var pending: [UInt8] = []
    private var lastCharacter: Character = " "
    private var privateModes: Set<Int> = [25]
    private var insertMode = false
    private var applicationKeypad = false
    private var hasAttributes = false

    init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        rowCount = max(rows, 1)
        cells = Array(repeating: Array(repeating: " ", count: self.columns), count: rowCount)
        region = 0...(rowCount - 1)
    }

    var text: [String] {
        cells.map { row in
            let line = String(row.filter { $0 != "\0" })
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Modes left on that a shell would suffer from.
    var unrestored: [String] {
        var faults: [String] = []
        if !privateModes.contains(25) { faults.append("cursor hidden") }
        // 12: the visible cursor of kitty blinks.
        for mode in privateModes.subtracting([25, 12, 7, 1034]).sorted() { faults.append("mode \(mode) on") }
        if applicationKeypad { faults.append("keypad on") }
        if insertMode { faults.append("insert mode") }
        if hasAttributes { faults.append("attributes on") }
        return faults
    }

    mutating func feed(_ bytes: some Collection<UInt8>) {
        pending += bytes
        var rest = pending[...]
        while let used = step(rest), used > 0 { rest = rest.dropFirst(used) }
        pending = Array(rest)
    }

    /// Interprets one item; the bytes used, or nil if it is not complete.
    private mutating func step(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.first else { return nil }
        if first == 0x1B { return escape(bytes) }
        if first < 0x20 {
            control(first)
            return 1
        }
        let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard bytes.count >= length else { return nil }
        for scalar in String(decoding: bytes.prefix(length), as: UTF8.self).unicodeScalars { put(scalar) }
        return length
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 8: column = max(column - 1, 0)
        case 9: column = min((column / 8 + 1) * 8, columns - 1)
        case 10: lineFeed()
        case 13: column = 0
        default: break
        }
    }

    private mutating func lineFeed() {
        if row == region.upperBound { scroll(1) } else { row = min(row + 1, rowCount - 1) }
    }

    private mutating func scroll(_ count: Int) {
        for _ in 0..<abs(count) {
            cells.remove(at: count > 0 ? region.lowerBound : region.upperBound)
            cells.insert(blankRow, at: count > 0 ? region.upperBound : region.lowerBound)
        }
    }

    private var blankRow: [Character] { Array(repeating: " ", count: columns) }

    private mutating func put(_ scalar: Unicode.Scalar) {
        if scalar.properties.generalCategory == .nonspacingMark {
            let before = max(column - 1, 0)
            cells[row][before] = Character(String(cells[row][before]) + String(scalar))
            return
        }
        let width = Self.isWide(scalar) ? 2 : 1
        if column + width > columns {
            column = 0
            lineFeed()
        }
        lastCharacter = Character(scalar)
        if insertMode {
            cells[row].insert(contentsOf: Array(repeating: " ", count: width), at: column)
            cells[row].removeLast(width)
        }
        cells[row][column] = lastCharacter
        if width == 2, column + 1 < columns { cells[row][column + 1] = "\0" }
        column += width
    }

    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F,
            0xFF00...0xFF60, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private mutating func escape(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 2 else { return nil }
        let start = bytes.startIndex
        switch bytes[start + 1] {
        case UInt8(ascii: "["):
            guard let end = bytes.dropFirst(2).firstIndex(where: { $0 >= 0x40 }) else { return nil }
            // A new sequence cancels one that was cut off.
            if let cut = bytes[(start + 2)..<end].firstIndex(of: 0x1B) { return cut - start }
            sequence(Array(bytes[(start + 2)..<end]), bytes[end])
            return end - start + 1
        case UInt8(ascii: "]"):
            // The Linux console resets its colours by an OSC without an end.
            if bytes.dropFirst(2).first == UInt8(ascii: "R") { return 3 }
            guard let end = bytes.firstIndex(of: 7) else { return nil }
            return end - start + 1
        case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count >= 3 ? 3 : nil
        case UInt8(ascii: "="): applicationKeypad = true
        case UInt8(ascii: ">"): applicationKeypad = false
        case UInt8(ascii: "M"): if row == region.lowerBound { scroll(-1) } else { row = max(row - 1, 0) }
        default: break
        }
        return 2
    }

    private mutating func sequence(_ parameters: [UInt8], _ final: UInt8) {
        let isPrivate = parameters.first == UInt8(ascii: "?")
        let text = String(decoding: isPrivate ? parameters[1...] : parameters[...], as: UTF8.self)
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        let count = max(first, 1)
        switch Character(Unicode.Scalar(final)) {
        case "h", "l":
            let isOn = final == UInt8(ascii: "h")
            if !isPrivate {
                if first == 4 { insertMode = isOn }
            } else {
                for mode in numbers {
                    if isOn { privateModes.insert(mode) } else { privateModes.remove(mode) }
                }
                // The screen of the shell is not kept: it comes back empty.
                if first == 1049 {
                    eraseRows(0..<rowCount)
                    move(0, 0)
                }
            }
        case "m": hasAttributes = !(text.isEmpty || text == "0" || text == "39;49")
        case "H", "f": move(count - 1, max(numbers.count > 1 ? numbers[1] : 1, 1) - 1)
        case "d": move(count - 1, column)
        case "G": move(row, count - 1)
        case "A": move(row - count, column)
        case "B": move(row + count, column)
        case "C": move(row, column + count)
        case "D": move(row, column - count)
        case "J":
            if first == 2 { eraseRows(0..<rowCount) }
            if first == 0 {
                eraseColumns(column..<columns)
                eraseRows(min(row + 1, rowCount)..<rowCount)
            }
        case "K":
            let last = min(column + 1, columns)
            eraseColumns(first == 0 ? column..<columns : first == 1 ? 0..<last : 0..<columns)
        case "X": eraseColumns(column..<min(column + count, columns))
        case "P": shift(deleting: count)
        case "@": shift(inserting: count)
        case "b": for _ in 0..<count { for scalar in lastCharacter.unicodeScalars { put(scalar) } }
        case "L", "M": shiftRows(count, final == UInt8(ascii: "L"))
        case "S": scroll(count)
        case "T": scroll(-count)
        case "r":
            let last = (numbers.count > 1 && numbers[1] > 0 ? numbers[1] : rowCount) - 1
            region = (count - 1)...max(min(last, rowCount - 1), count - 1)
            move(0, 0)
        default: break
        }
    }

    private mutating func move(_ newRow: Int, _ newColumn: Int) {
        row = min(max(newRow, 0), rowCount - 1)
        column = min(max(newColumn, 0), columns - 1)
    }

    private mutating func eraseRows(_ rows: Range<Int>) { for row in rows { cells[row] = blankRow } }

    private mutating func eraseColumns(_ range: Range<Int>) {
        for column in range.clamped(to: 0..<columns) { cells[row][column] = " " }
    }

    private mutating func shift(deleting count: Int) {
        let here = min(column, columns - 1)
        cells[row].removeSubrange(here..<min(here + count, columns))
        cells[row] += Array(repeating: " ", count: columns - cells[row].count)
    }

    private mutating func shift(inserting count: Int) {
        let here = min(column, columns - 1)
        cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: here)
        cells[row].removeLast(cells[row].count - columns)
    }

    private mutating func shiftRows(_ count: Int, _ inserts: Bool) {
        guard region.contains(row) else { return }
        let whole = region
        region = row...whole.upperBound
        scroll(inserts ? -count : count)
        region = whole
    }
}
