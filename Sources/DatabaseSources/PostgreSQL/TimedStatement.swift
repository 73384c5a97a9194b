/// A statement, until when its answer must be there, and what it means when it is not.
struct TimedStatement: Sendable {
    let statement: SQLStatement
    let deadline: Duration
    var late = PostgreSQLFault.timedOut

    /// What `ask` answers, or why the server refused; any other fault is thrown.
    func answer(
        _ ask: (Duration) throws(PostgreSQLFault) -> SQLRows
    ) throws(PostgreSQLFault) -> Result<SQLRows, PostgreSQLFault> {
        do throws(PostgreSQLFault) {
            return .success(try ask(deadline))
        } catch {
            switch error {
            case .refused: return .failure(error)
            case .timedOut: throw late
            default: throw error
            }
        }
    }
}
