import CellGraphics
import RowValues

/// A column of a table as it is shown.
package struct TableColumn: Equatable, Sendable {
    /// Of the rows' own table.
    package let index: Int
    package let name: DisplayText
    /// Numbers stand at the right.
    package let isNumber: Bool
    /// Thousands are separated.
    let isGrouped: Bool
    package let width: Int
}

/// The columns of a table, the one with the names of rows first; their widths never change while one scrolls.
package struct TableColumns: Equatable, Sendable {
    /// Blanks between columns.
    package static let gap = 2
    private static let greatestWidth = 34
    /// The first column takes at most this share of the table, in percent.
    private static let firstShare = 40
    /// Of a column that does not fit, so much is shown at least.
    private static let leastPiece = 8

    package let columns: [TableColumn]

    package init(columns: [TableColumn]) {
        self.columns = columns
    }

    /// A column and where it stands, counted from the first cell of the text of a row.
    package struct Place: Equatable, Sendable {

        package init(position: Int, start: Int, width: Int) {
            self.position = position
            self.start = start
            self.width = width
        }
        /// Of `columns`.
        package let position: Int
        package let start: Int
        package let width: Int
    }

    /// Where columns stand in `width` cells.
    ///
    /// - Parameter scrolled: columns after the first that are scrolled out at the left.
    package func places(in width: Int, scrolled: Int) -> [Place] {
        guard let first = columns.first, width > 0 else { return [] }
        let others = columns.count > 1
        let firstWidth = min(first.width, others ? max(width * Self.firstShare / 100, 1) : width)
        var places = [Place(position: 0, start: 0, width: firstWidth)]
        var start = firstWidth + Self.gap
        for position in columns.indices.dropFirst(1 + scrolled) {
            let room = width - start
            let isWhole = columns[position].width <= room
            guard isWhole || (places.count == 1 && room >= min(Self.leastPiece, columns[position].width))
            else {
                break
            }
            places.append(Place(position: position, start: start, width: min(columns[position].width, room)))
            start += columns[position].width + Self.gap
        }
        return places
    }

    /// How many columns can be scrolled out until the last one is shown.
    package func scrollLimit(in width: Int) -> Int {
        var scrolled = max(columns.count - 2, 0)
        while scrolled > 0, places(in: width, scrolled: scrolled - 1).last?.position == columns.count - 1 {
            scrolled -= 1
        }
        return scrolled
    }

    /// How far the table is scrolled so that a column is shown: as little as possible from where it is.
    package func scrolled(_ scrolled: Int, toShow position: Int, in width: Int) -> Int {
        guard position > 0 else { return scrolled }
        var next = min(scrolled, position - 1)
        while next < position - 1,
            !places(in: width, scrolled: next).contains(where: { $0.position == position })
        {
            next += 1
        }
        return next
    }
}

// MARK: - Measuring

extension TableColumns {
    /// A row by which columns are measured.
    package struct SampleRow {
        package let texts: [String]
        package var decimalMark = UInt8(ascii: ".")

        package init(texts: [String], decimalMark: UInt8 = UInt8(ascii: ".")) {
            self.texts = texts
            self.decimalMark = decimalMark
        }
    }

    /// The columns with the widths of some rows.
    ///
    /// - Parameters:
    ///   - names: of all columns.
    ///   - label: the column with the names of rows.
    ///   - identifier: the column with their identifiers.
    package init(names: [String], label: Int?, identifier: Int?, sample: [SampleRow]) {
        var order = Array(names.indices)
        if let label, let place = order.firstIndex(of: label) { order.insert(order.remove(at: place), at: 0) }
        columns = order.map { index in
            let values = sample.compactMap { row in
                row.texts.count > index && !row.texts[index].isEmpty
                    ? (row.texts[index], row.decimalMark) : nil
            }
            return TableColumn(
                measuring: values, index: index, name: names[index], isIdentifier: index == identifier)
        }
    }

    fileprivate static func width(of lengths: [Int], name: Int) -> Int {
        let sorted = lengths.sorted()
        let common = sorted.isEmpty ? 0 : sorted[(sorted.count * 9 + 9) / 10 - 1]
        // The name has room for the sign of the order.
        return min(max(common, name + 2), greatestWidth)
    }
}

extension TableColumn {
    /// Numbers that are names of things: their thousands are not separated.
    private static let codeWords = [
        "id", "code", "zip", "plz", "postal", "phone", "tel", "year", "number", "no", "nr",
    ]
    private static let years = 1_000.0...2_200.0

    fileprivate init(
        measuring values: [(text: String, decimalMark: UInt8)], index: Int, name: String, isIdentifier: Bool
    ) {
        var builder = ColumnBuilder(name: name)
        for value in values {
            builder.decimalMark = value.decimalMark
            builder.append(value.text)
        }
        let column = builder.finish()
        let name = DisplayText(sanitising: name, limit: 100)
        isNumber = column.kind == .number
        isGrouped =
            isNumber && !isIdentifier && values.allSatisfy { $0.decimalMark == UInt8(ascii: ".") }
            && Self.hasThousands(column)
            && !Self.isCode(name.text)
        let isGrouped = isGrouped
        let lengths = values.map { Self.text(of: $0.text, isGrouped: isGrouped).width }
        (self.index, self.name) = (index, name)
        width = TableColumns.width(of: lengths, name: name.width)
    }

    /// Greater numbers than 999 that are not years.
    private static func hasThousands(_ column: ColumnValues) -> Bool {
        guard case .numbers(let numbers) = column.storage else { return false }
        var hasThousands = false
        var areYears = true
        numbers.forEach { number in
            if number.isNaN { return }
            if abs(number) >= 1_000 { hasThousands = true }
            if !years.contains(number) || number != number.rounded() { areYears = false }
        }
        return hasThousands && !areYears
    }

    private static func isCode(_ name: String) -> Bool {
        name.lowercased().split { !$0.isLetter }.contains { codeWords.contains(String($0)) }
    }

    /// A value as it stands in the table, on one line.
    package func text(of value: String) -> DisplayText { Self.text(of: value, isGrouped: isGrouped) }

    private static func text(of value: String, isGrouped: Bool) -> DisplayText {
        RowTexts.oneLine(isGrouped ? grouped(value) : value)
    }

    /// A number with its thousands separated; any other text as it is.
    private static func grouped(_ value: String) -> String {
        let sign = value.prefix { $0 == "-" || $0 == "+" }
        let digits = value.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
        let rest = value.dropFirst(sign.count + digits.count)
        guard digits.count > 3, sign.count < 2, rest.isEmpty || rest.first == ".", let number = Int(digits),
            digits.first != "0"
        else { return value }
        return sign + number.grouped + rest
    }
}
