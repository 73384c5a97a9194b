import CellGraphics
import FoundationEssentials

extension ScreenSize {
    /// `COLUMNS` and `LINES` where they are set, else a standard screen; what is too large is cut, and a line says so.
    package static var ofEnvironment: (columns: Int, rows: Int) {
        let environment = ProcessInfo.processInfo.environment
        func number(_ name: String, _ limits: ClosedRange<Int>, _ standard: Int) -> Int {
            guard let text = environment[name], let value = Int(text), value > 0 else { return standard }
            guard value > limits.upperBound else { return value }
            Output.report(["\(name)=\(value) is too large: using \(limits.upperBound) (--size sets the size)"]
            )
            return limits.upperBound
        }
        return (number("COLUMNS", Self.columns, 80), number("LINES", Self.rows, 24))
    }
}
