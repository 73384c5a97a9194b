import RowValues

// Words and values of rows.
extension EngineStatements {
    /// The longest text that is searched for.
    private static let needleLimit = 200
    private static let valueName = "tm_v"

    /// Rows with all words of `text` in the searched columns: key, x, y; whole labels first, then prefixes of labels. Nil
    /// where nothing can be found.
    func matches(_ text: String, limit: Int) -> Statement? {
        guard let test = wordTest(text) else { return nil }
        let needle = String(text.prefix(Self.needleLimit))
        let label = layout.roles.label.map { dialect.text(of: layout.columns[$0]) } ?? "''"
        let ranks = [WordTest.equals, .begins, .contains].enumerated().map { rank, kind in
            "WHEN \(dialect.test("tm_label", kind, needle)) THEN \(rank)"
        }
        return Statement(
            sql: select(
                row, keys + [(label, "tm_label")],
                where: [test], tests: [Self.onGlobe])
                + "\nORDER BY CASE \(ranks.joined(separator: " ")) ELSE 3 END, length(tm_label), tm_label"
                + "\nLIMIT \(limit)", columnCount: keyNames.count + 2)
    }

    /// How many rows `matches` would find without a limit: a row for each part of the table.
    func matchCount(_ text: String) -> Statement? {
        wordTest(text).map {
            Statement(sql: grouped("count(*)", where: [$0], tests: [Self.onGlobe]), columnCount: 1)
        }
    }

    private func wordTest(_ text: String) -> String? {
        let columns = layout.roles.searched.filter { layout.columns.indices.contains($0) }
        let words = SearchWords(text).patterns
        guard !words.isEmpty, !columns.isEmpty else { return nil }
        return words.map { pattern in
            let tests = columns.map {
                dialect.contains(dialect.text(of: layout.columns[$0]), pattern: pattern)
            }
            return "(" + tests.joined(separator: " OR ") + ")"
        }.joined(separator: "\nAND ")
    }

    /// The longest label that is fetched by itself.
    private static let labelLimit = 400

    /// The texts of a column, cut where they are too long for any screen.
    func label(_ column: Int) -> String {
        dialect.start(of: dialect.text(of: layout.columns[column]), Self.labelLimit)
    }

    /// Rows by their keys: the parts of the key, then expressions.
    func values(_ expressions: [String], keys: [[String?]]) -> Statement {
        let selected = layout.key.map(dialect.text) + expressions
        let whole = keys.compactMap { key in key.contains(nil) ? nil : key.compactMap(\.self) }
        // NULL is in no list.
        let others = keys.filter { $0.contains(nil) }.map { key in
            let tests = zip(layout.key, key).map { column, text in
                text.map { "\(column.sql) = \(dialect.literal($0, as: column))" } ?? "\(column.sql) IS NULL"
            }
            return "(\(tests.joined(separator: " AND ")))"
        }
        let tests = (whole.isEmpty ? [] : [dialect.isOne(layout.key, of: whole)]) + others
        return Statement(
            sql: """
                SELECT \(selected.joined(separator: ", ")) FROM \(layout.relation)
                WHERE \(tests.joined(separator: " OR "))
                """, columnCount: selected.count)
    }

    /// All rows of a window: key, x, y, then texts of some columns.
    func values(of columns: [EngineColumn], in area: EngineArea) -> Statement {
        let texts = columns.indices.map { (dialect.text(of: columns[$0]), "tm_t\($0)") }
        return Statement(
            sql: select(
                ([row] + texts.map(\.1)).joined(separator: ", "),
                keys + texts.map { (sql: $0.0, name: $0.1) },
                where: [area.box], tests: [exact(area.degrees)]),
            columnCount: keyNames.count + 2 + texts.count)
    }

    // MARK: - Summaries

    /// The texts of a column with the most rows first, and how many rows have them.
    func frequentValues(of column: Int, in area: EngineArea?, limit: Int) -> Statement {
        let found = values(
            "tm_t, count(*) AS tm_n", of: column, in: area,
            others: [(dialect.text(of: layout.columns[column]), "tm_t")], tests: ["tm_v IS NOT NULL"])
        return Statement(
            sql: found + "\nGROUP BY tm_t ORDER BY tm_n DESC, tm_t\nLIMIT \(limit)", columnCount: 2)
    }

    /// What is asked of each column: see `summary`.
    static let summaryFigures = 8

    /// Of each of some columns: rows, rows with any value, with one of its type, different ones; of numbers and times the
    /// least, greatest, mean and median.
    func summary(of columns: [Int], in area: EngineArea?) -> Statement {
        var lists: [String] = []
        var named: [Named] = []
        for column in columns {
            let kind = layout.columns[column].kind
            let (value, any) = ("tm_v\(column)", kind == .text ? "tm_v\(column)" : "tm_a\(column)")
            let figures =
                kind == .number || kind == .time
                ? "min(\(value)), max(\(value)), \(dialect.mean(of: value)), \(dialect.median(of: value))"
                : "NULL, NULL, NULL, NULL"
            // ClickHouse 18 says NULL where it has no value to count.
            lists.append(
                "count(*), count(\(any)), count(\(value)), coalesce(count(DISTINCT \(value)), 0), \(figures)")
            named.append((dialect.value(of: layout.columns[column]), value))
            if any != value { named.append((layout.columns[column].sql, any)) }
        }
        return Statement(
            sql: select(
                lists.joined(separator: ",\n"), named, where: [area?.box],
                tests: [area.map { exact($0.degrees) } ?? Self.onGlobe]),
            columnCount: Self.summaryFigures * columns.count)
    }

    /// Some quantiles of a column's numbers, one array.
    func quantiles(of column: Int, _ shares: [Double]) -> Statement {
        Statement(
            sql: values(
                dialect.quantiles(of: "tm_v", shares), of: column, in: nil, others: [],
                tests: ["tm_v IS NOT NULL"]), columnCount: 1)
    }

    /// Selects from the values of a column, `tm_v`, of all rows with a place or those in a window.
    private func values(
        _ list: String, of column: Int, in area: EngineArea?, others: [Named],
        tests: [String]
    ) -> String {
        select(
            list, [(dialect.value(of: layout.columns[column]), Self.valueName)] + others,
            where: [area?.box], tests: [area.map { exact($0.degrees) } ?? Self.onGlobe] + tests)
    }
}
