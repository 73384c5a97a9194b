import CNcurses
import CellGraphics

extension Terminal {
    /// The bytes that shift what stays of `region` sideways, and the rows that were shifted.
    ///
    /// ncurses alone would send most of each row again. Characters are deleted and inserted at both ends of the
    /// rows, in the terminal's own colours so that all terminals agree, and ncurses is updated to match.
    func shiftBytes(to region: ScrollRegion?, frame: CellBuffer) -> (bytes: [UInt8], rows: Range<Int>) {
        guard let region, let shift = shownRegion?.leftShift(to: region), let shown, !mustClear,
            shown.width == frame.width, shown.height == frame.height, frame.width == columns,
            frame.height == rows,
            let commands = ShiftCommands()
        else { return ([], 0..<0) }
        var bytes = commands.begin
        for row in region.rect.row..<region.rect.endRow where !Self.hasWideCharacter(shown, row) {
            bytes += commands.shift(
                row: row, by: shift.columns, endColumn: shift.endColumn, width: frame.width)
            tellCurses(row: row, shift: shift.columns, endColumn: shift.endColumn)
        }
        return (bytes + commands.end, region.rect.row..<region.rect.endRow)
    }

    /// A wide character that is cut in two shows differently from terminal to terminal.
    private static func hasWideCharacter(_ frame: CellBuffer, _ row: Int) -> Bool {
        frame.row(row).contains { $0.glyph == .covered }
    }

    /// Shifts the row in what ncurses believes to be on the screen.
    private func tellCurses(row: Int, shift: Int, endColumn: Int) {
        guard let window = ncursesShownWindow() else { return }
        var cells = [cchar_t](repeating: cchar_t(), count: endColumn + 1)
        mvwin_wchnstr(window, Int32(row), 0, &cells, Int32(endColumn))
        cells.removeLast()
        let blank = ncursesScalarCell(0x20, 0, 0)
        let blanks = [cchar_t](repeating: blank, count: abs(shift))
        cells = shift > 0 ? Array(cells.dropFirst(shift)) + blanks : blanks + Array(cells.dropLast(-shift))
        mvwadd_wchnstr(window, Int32(row), 0, cells, Int32(cells.count))
    }
}

/// The terminal's commands for deleting and inserting characters; nil if it lacks one.
private struct ShiftCommands {
    private let move: String
    private let delete: String
    private let insert: String
    let begin: [UInt8]
    let end: [UInt8]

    init?() {
        func text(_ name: String) -> String? { terminfoString(name).map { String(cString: $0) } }
        guard let move = text("cup"), let delete = text("dch"), let insert = text("ich"),
            let save = text("sc"),
            let restore = text("rc"), let plain = text("sgr0")
        else { return nil }
        // Pauses (`$<5>`) would be sent as text.
        guard ![move, delete, insert, save, restore, plain].contains(where: { $0.contains("$<") }) else {
            return nil
        }
        (self.move, self.delete, self.insert) = (move, delete, insert)
        begin = Array(save.utf8) + Array(plain.utf8)
        end = Array(restore.utf8)
    }

    /// What lies right of `endColumn` (a panel) stays where it is.
    func shift(row: Int, by shift: Int, endColumn: Int, width: Int) -> [UInt8] {
        let count = abs(shift)
        var bytes: [UInt8] = []
        if shift > 0 {
            bytes += at(row, 0) + counted(delete, count)
            if endColumn < width { bytes += at(row, endColumn - count) + counted(insert, count) }
        } else {
            if endColumn < width { bytes += at(row, endColumn - count) + counted(delete, count) }
            bytes += at(row, 0) + counted(insert, count)
        }
        return bytes
    }

    private func at(_ row: Int, _ column: Int) -> [UInt8] {
        terminfoCursorMove(move, Int32(row), Int32(column)).map { Array(String(cString: $0).utf8) } ?? []
    }

    private func counted(_ capability: String, _ count: Int) -> [UInt8] {
        terminfoCount(capability, Int32(count)).map { Array(String(cString: $0).utf8) } ?? []
    }
}
