import CellGraphics
import MapModel

/// Why there is nothing to show, in words.
extension DataState {
    /// No row is shown since their classes are hidden, and not for the filter alone.
    package var hidesAllClasses: Bool {
        guard listed.isEmpty, !answeredQuery.hiddenClasses.isEmpty, let classes = coloring?.classes else {
            return false
        }
        return classes.rowCount > 0
    }

    /// Differences are asked for, and there are none.
    package var hasNoDifferences: Bool {
        answeredQuery.comparison == .changes && rows.changes?.difference.counts.differences == 0
    }

    /// Why no row is in view.
    package var reasonForEmptyView: KeyedText {
        if isMapAlone { return "There are no rows: start termmap with a file to show its places" }
        if listed.isEmpty, isReading { return KeyedText(origin.noRowsYet) }
        if listed.isEmpty, !hiddenSources.isEmpty {
            return "All layers with rows are hidden: press \(key: .layers) to show them"
        }
        if tree.isEmpty, hasNoDifferences {
            return "No differences: \(key: .changes(.toggle)) shows all rows"
        }
        if listed.isEmpty, hidesAllClasses {
            return "All classes with rows are hidden: press \(key: .clearFilter) to show them"
        }
        if listed.isEmpty, answeredQuery.testsRows {
            let guess = suggestion.map { " (" + $0 + "?)" } ?? DisplayText.empty
            return "No row matches\(guess): press \(key: .clearFilter) to clear the filter"
        }
        if isUnplaced { return reasonForUnplacedRows }
        return origin.reasonForMissingRows.map { KeyedText($0) } ?? reasonForNoPlaces
            ?? "No places in view: press \(key: .fitData) to show all data"
    }

    /// Why nothing was loaded; nil where something was, or may be.
    var reasonForFailure: KeyedText? {
        if case .failed(let message) = loading, tree.isEmpty { KeyedText(message) } else { nil }
    }

    /// Why lines, or rows with addresses, are in lists alone, and which key lists them.
    var reasonForUnplacedRows: KeyedText {
        let rows = unfilteredTotal.counted(hasLines ? "line" : "row")
        let reason =
            notices.first { $0.contains("no database of addresses") }
            ?? addresses.map {
                $0.databases.isEmpty
                    ? "addresses are not looked up (--no-geoip)" : "no address is in the databases"
            } ?? "nothing says where they are"
        return "\(key: .table(.toggle)) lists the \(rows): " + KeyedText(reason)
    }

    /// Why there is nothing to show; nil when there is, or may still come.
    var reasonForNoPlaces: KeyedText? {
        switch loading {
        case .failed(let message): return KeyedText(message)
        case .reading: return nil
        case .done:
            guard hasNoPlaces, !isMapAlone else { return nil }
            if origin.isQueried { return KeyedText(origin.noRows) }
            if isUnplaced { return reasonForUnplacedRows }
            if let notice = notices.first { return KeyedText(notice: notice) }
            return skipped.total == 0
                ? KeyedText(origin.noRows)
                : "No places in this file: \(key: .skipped) lists the reasons (\(skipped.total.counted("row")) skipped)"
        }
    }
}
