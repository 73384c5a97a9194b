import App
import ArgumentParser
import CellGraphics
import DataSets
import FoundationEssentials
import MapModel
import RowValues
import Runtime

enum UnitChoice: String, ExpressibleByArgument, CaseIterable { case km, mi, nm }

extension Options {
    private static let standardLimit = 10

    /// What `--near` asks for; nil without it.
    func nearbyRequest(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        names: @autoclosure () -> DataFolder = .find()
    ) throws(UsageError) -> NearbyRequest? {
        let limit = try rowLimit()
        if output != nil, output?.picture == nil, once || list {
            throw UsageError("-o cannot be combined with --once or --list")
        }
        if near != nil, limit != nil, once || list {
            throw UsageError("--limit cannot be combined with --once or --list")
        }
        guard let near else {
            if within != nil { throw UsageError("--within needs --near") }
            if limit != nil, output == nil, filter == nil, area.byArea == nil {
                throw UsageError("--limit needs -o, --where, --near or --by-area")
            }
            return nil
        }
        let standard = units.flatMap { DistanceUnit(name: $0.rawValue) }
        let unit = distanceUnit(environment: environment)
        let radius = try radius(defaultUnit: unit)
        if nearFile != nil { return nil }
        let place = try Self.resolvePlace(near, flag: "--near", names: names())
        var request = NearbyRequest(
            center: place.coordinate, radiusMeters: radius?.meters,
            unit: radius.map { standard ?? $0.unit } ?? unit)
        if case .place(let place) = place { request.name = DisplayText(sanitising: place.name, limit: 200) }
        return request
    }

    /// The file of `--near`; nil for a place, and without it.
    var nearFile: String? {
        guard let near, near.contains(".") || near.contains("/"), AreaOptions.isFile(near) else { return nil }
        return near
    }

    /// `--near` with a file and a distance as a filter; nil without.
    var nearFileFilter: String? {
        guard let nearFile, let meters = try? nearMeters() else { return nil }
        return "near(\(FilterText.name(AreaSet.name(ofPath: nearFile))), \(meters.trimmed(3))m)"
    }

    /// The distance of `--within`; nil without it.
    func nearMeters() throws(UsageError) -> Double? { try radius(defaultUnit: distanceUnit())?.meters }

    /// The unit of distances: as asked for, else that of the locale.
    func distanceUnit(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> DistanceUnit {
        units.flatMap { DistanceUnit(name: $0.rawValue) } ?? DistanceUnit(environment: { environment[$0] })
    }

    /// How many rows are printed at most; nil for all.
    func printedRows() throws(UsageError) -> Int? {
        try rowLimit() ?? (within == nil ? Self.standardLimit : nil)
    }

    /// Why nothing was printed: `no rows within 50 mi of 48.85,2.35`.
    func nothingNearby(_ request: NearbyRequest) -> String {
        let radius = request.radiusMeters.map { "within \(request.unit.text(meters: $0)) of" } ?? "near"
        return "no rows \(radius) \(near ?? "")" + (filter.map { " match \($0)" } ?? "")
    }

    private func radius(defaultUnit: DistanceUnit) throws(UsageError) -> DistanceText? {
        guard let within else { return nil }
        do throws(DistanceText.Failure) {
            return try DistanceText(within, defaultUnit: defaultUnit)
        } catch {
            throw UsageError("--within: \(error)")
        }
    }

    /// How many rows are printed at most; nil for all.
    func rowLimit() throws(UsageError) -> Int? {
        guard let limit else { return nil }
        guard let count = Int(limit), count > 0 else {
            throw UsageError("--limit: not a count: \"\(limit)\" (expected 1 or more)")
        }
        return count
    }
}
