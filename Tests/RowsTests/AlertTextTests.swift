import RowValues
import Testing

@testable import Rows

/// What is typed for alerts, with and without a name before it.
@Suite struct AlertTextTests {
    private static let columns = ["id", "temp", "state", "moving"]

    private static func bound(_ text: String, _ columns: [String] = columns) -> String {
        do throws(FilterProblem) {
            let alert = try Alert(id: 7, name: text, .filter(text)).bound(to: columns)
            guard case .filter(let filter) = alert.test else { return "no filter" }
            return "\(alert.name): \(filter)"
        } catch {
            return error.description.hasPrefix("no column ") ? error.description : "no filter"
        }
    }

    @Test(arguments: [
        ("temp > 30", "temp > 30: temp > 30"),
        ("hot=temp > 30", "hot: temp > 30"),
        (" too hot =temp > 30", "too hot: temp > 30"),
        // Of a column the whole is a filter, unless that cannot be read.
        ("state = away", "state = away: state = away"),
        ("state=away AND temp > 30", "state=away AND temp > 30: state=away AND temp > 30"),
        ("temp=temp > 30", "temp: temp > 30"),
        ("moves=moving", "moves: moving"),
        ("hot=temp=30", "hot: temp=30"),
    ])
    func aNameIsWhatIsNoColumn(text: String, expected: String) { #expect(Self.bound(text) == expected) }

    @Test(arguments: [
        ("humidity > 30", "no column humidity"), ("hot=humidity > 30", "no column humidity"),
        ("tmp = 30", "no column tmp"), ("30", "no filter"), ("tmp = 30 AND", "no filter"),
    ])
    func whatNoRowCanMatchIsRefused(text: String, expected: String) {
        #expect(Self.bound(text).hasPrefix(expected))
    }

    @Test func aNameStaysWhenColumnsAreKnownAgain() throws {
        var alert = Alert(id: 1, name: "hot=temp = 30", .filter("hot=temp = 30"), tellsOfThoseInside: true)
        alert.isOn = false
        for _ in 0..<2 { alert = try alert.bound(to: Self.columns) }
        #expect(alert.name == "hot" && alert.test == .filter("temp = 30"))
        #expect(alert.id == 1 && !alert.isOn && alert.tellsOfThoseInside)
    }

    @Test(arguments: [
        ("temp >", false), ("hot=temp >", false), ("hot=temp > 30", true), ("temp > 30", true),
        ("a=b=c=d", false),
    ])
    func whatNoColumnsCouldMeanIsRefusedAtOnce(text: String, isFilter: Bool) {
        #expect(((try? Alert.check(filter: text)) != nil) == isFilter)
    }
}
