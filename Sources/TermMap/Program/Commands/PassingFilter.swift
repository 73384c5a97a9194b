import App
import RowValues
import Rows
import Runtime

/// The filter for rows that are printed as they come: a column that none has had may come with a later one.
struct PassingFilter {
    private let options: Options
    /// What is wrong as long as no row has had a column, by its name.
    private var missing: [String: UsageError] = [:]
    private var hasBegun = false

    /// More are not waited for.
    private static let mostMissing = 16

    init(_ options: Options) { self.options = options }

    /// What to say at the end of a column that no row has had.
    var problem: UsageError? { missing.values.first }

    /// The filter for a table, and the table with the columns that it does not have yet; nil where there is no filter.
    mutating func asked(of table: any RowTable) throws(UsageError) -> (filter: Filter, table: any RowTable)? {
        guard options.testsRows else { return nil }
        var absent: [String: UsageError] = [:]
        var names: [String] = []
        while true {
            let columns = table.columnNames + names
            switch try options.attempt(filterOf: columns) {
            case .success(let filter):
                wait(for: absent)
                return filter.map { ($0, names.isEmpty ? table : Self.extended(table, names)) }
            case .failure(let problem):
                let error = UsageError(problem, in: options.filter ?? "", columns: columns)
                guard table.mayGetColumns, names.count < Self.mostMissing,
                    let name = problem.missingColumn(in: options.filter ?? ""), !names.contains(name)
                else { throw error }
                names.append(name)
                absent[name] = error
            }
        }
    }

    /// Says once which columns are missing so far; those that came are waited for no more.
    private mutating func wait(for absent: [String: UsageError]) {
        let isFirst = !hasBegun
        hasBegun = true
        missing = isFirst ? absent : missing.filter { absent[$0.key] != nil }
        guard isFirst, !missing.isEmpty else { return }
        let names = missing.keys.sorted().map { FilterText.name($0) }.joined(separator: ", ")
        Output.report(["no row has a column \(names) so far"])
    }

    private static func extended(_ table: any RowTable, _ names: [String]) -> any RowTable {
        let nothing = [FieldValue](repeating: .missing, count: names.count)
        return ExtendedTable(table, adding: AddedValues(names: names, codes: [], lists: [nothing]))
    }
}
