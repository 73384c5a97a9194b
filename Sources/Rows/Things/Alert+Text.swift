import MapModel
import RowValues

/// What is typed for an alert: `WHERE`, or `NAME=WHERE`. Of filters only the columns tell these apart.
extension Alert {
    /// What stands before the first `=`, where it can be a name, and what follows.
    package static func named(_ text: String) -> (name: String, rest: String)? {
        guard let sign = text.firstIndex(of: "=") else { return nil }
        let begun = text[..<sign].drop { $0 == " " }
        guard let last = begun.lastIndex(where: { $0 != " " }),
            begun.allSatisfy({ $0.isLetter || $0.isNumber || "-_. ".contains($0) })
        else { return nil }
        return (String(begun[...last]), String(text[text.index(after: sign)...]))
    }

    /// The place and the radius of `LAT,LON,RADIUS` or `PLACE,RADIUS`; nil for what has none.
    package static func circle(in text: String) -> (place: String, radius: DistanceText)? {
        guard let comma = text.lastIndex(of: ","), text.last?.isLetter == true,
            let radius = try? DistanceText(
                String(text[text.index(after: comma)...]), defaultUnit: .kilometers)
        else { return nil }
        return (String(text[..<comma]), radius)
    }

    /// Parses the filter of an alert that was typed, whose columns are not known yet.
    package static func check(filter text: String) throws(FilterProblem) {
        do throws(FilterProblem) {
            try Filter.check(text)
        } catch {
            guard let rest = named(text)?.rest, (try? Filter.check(rest)) != nil else { throw error }
        }
    }

    /// The same alert for rows with these columns: what stands before the first `=` of a filter without a name is its name,
    /// unless it is a column and the whole is a filter.
    ///
    /// - Throws: why these rows can never match.
    package func bound(to columns: [String]) throws(FilterProblem) -> Alert {
        guard case .filter(let text) = test else { return self }
        let named = text == name ? Self.named(text) : nil
        let whole = Self.problem(of: text, columns)
        guard let named else {
            if let whole { throw whole }
            return self
        }
        if whole == nil, FilterColumns(columns).index(of: named.name) != nil { return self }
        guard let problem = Self.problem(of: named.rest, columns) else {
            var alert = Alert(
                id: id, name: named.name, .filter(named.rest), tellsOfThoseInside: tellsOfThoseInside)
            alert.isOn = isOn
            return alert
        }
        guard let whole else { return self }
        throw (try? Filter.check(text)) == nil && (try? Filter.check(named.rest)) != nil ? problem : whole
    }

    private static func problem(of filter: String, _ columns: [String]) -> FilterProblem? {
        do throws(FilterProblem) {
            guard try Filter(filter, columns: columns).isCondition else {
                return FilterProblem("expected a comparison", at: 0..<filter.utf8.count)
            }
            return nil
        } catch {
            return error
        }
    }
}
