import CellGraphics
import MapModel
import Rows

/// Why there is nothing to show, in words.
extension DataState {
    /// No row is shown since their classes are hidden, and not for the filter alone.
    package var hidesAllClasses: Bool {
        guard tree.isEmpty, !answeredQuery.hiddenClasses.isEmpty, let classes = coloring?.classes else {
            return false
        }
        return classes.rowCount > 0
    }

    /// Why no row is in view.
    package var reasonForEmptyView: DisplayText {
        if isMapAlone { return "There are no rows: start termmap with a file to show its places" }
        if tree.isEmpty, isReading { return origin.noRowsYet }
        if tree.isEmpty, !hiddenSources.isEmpty {
            return "All layers with rows are hidden: press L to show them"
        }
        if tree.isEmpty, hidesAllClasses {
            return "All classes with rows are hidden: press F to show them"
        }
        if tree.isEmpty, !answeredQuery.filter.isEmpty {
            return "No row matches" + (suggestion.map { " (" + $0 + "?)" } ?? .empty)
                + ": press F to clear the filter"
        }
        return origin.reasonForMissingRows ?? reasonForNoPlaces
            ?? "No places in view: press 0 to show all data"
    }

    /// Why there is nothing to show; nil when there is, or may still come.
    var reasonForNoPlaces: DisplayText? {
        switch loading {
        case .failed(let message): return DisplayText(sanitising: message)
        case .reading: return nil
        case .done:
            guard hasNoPlaces, !isMapAlone else { return nil }
            if !origin.holdsAllRows { return origin.noRows }
            if let notice = notices.first { return DisplayText(sanitising: notice) }
            return skipped.total == 0
                ? origin.noRows
                : "No places in this file: :bad lists the reasons (\(skipped.total.counted("row")) skipped)"
        }
    }
}
