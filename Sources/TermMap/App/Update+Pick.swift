import CellGraphics
import MapModel
import Rows
import Streams

extension AppState {
    // MARK: - Picking

    /// Enter where rows are picked: the marked rows, else the row under the cursor of a list, or the selected one; nil
    /// where Enter means what it always means, as on a cluster.
    mutating func pickByEnter() -> [Effect]? {
        guard marks.picking != .none, let (tree, index) = listedRow ?? selectedRow else { return nil }
        if marks.count == 0 {
            marks.change(
                PointSet([index], capacity: tree.count), of: tree, .mark,
                keepsPlaces: !data.rows.coversWorld)
        }
        return finishPicking()
    }

    private var selectedRow: (tree: QuadTree, index: Int)? {
        guard let selected = selection.current, !selected.isCluster, selected.hasRow else { return nil }
        return data.tree.index(ofRow: selected.row, at: selected.coordinate.coordinate).map {
            (data.tree, $0)
        }
    }

    /// Ends the program with the marked rows. Those of a file are read from it when it was read to its end.
    mutating func finishPicking() -> [Effect] {
        guard marks.picking != .none, marks.count > 0 else { return leave() }
        if case .reading(fraction: .some) = data.loading {
            marks.awaitsRows = true
            report("The rows are printed when the file is read (\(key: .abandon) quits at once)")
            return []
        }
        marks.outcome = .picked(marks.rows)
        return leave()
    }

    /// Ends the program; nothing is printed.
    mutating func abandon() -> [Effect] {
        marks.outcome = .abandoned
        return leave()
    }

    private mutating func leave() -> [Effect] {
        isQuitting = true
        return [.cancelLoading, .quit]
    }

    // MARK: - The clipboard

    /// `y`: the coordinate of the selection, else of the placemark, else of the middle of the map.
    mutating func copyCoordinate() -> [Effect] {
        if selectsUnplaced {
            reportUnplaced()
            return []
        }
        let area = selectedArea.flatMap { areaAnswer?.set.geometry.labelPlace(of: $0) }
        let coordinate =
            selectedPoint.map { WebMercator.unproject($0) } ?? selection.placemark?.coordinate ?? map.middle
        let place =
            area ?? selection.current.flatMap { $0.isCluster ? nil : $0.coordinate }
            ?? FixedCoordinate(coordinate)
        if let notation = selection.notation { return copy(place, as: notation) }
        var text: [UInt8] = []
        DecimalText.append(degreesE7: place.latitudeE7, to: &text)
        text.append(UInt8(ascii: ","))
        DecimalText.append(degreesE7: place.longitudeE7, to: &text)
        return copy(text, DisplayText(sanitising: String(decoding: text, as: UTF8.self)))
    }

    private mutating func copy(_ place: FixedCoordinate, as notation: CodeNotation) -> [Effect] {
        guard let code = notation.code(of: place.coordinate) else {
            report("\(notation.title) has no code for this place", .warning)
            return []
        }
        return copy(Array(code.utf8), DisplayText(sanitising: code))
    }

    /// `:notation mgrs`: how `y` writes a coordinate; `:notation degrees` for numbers again.
    mutating func chooseNotation(_ name: String) {
        if name.lowercased() == "degrees" {
            selection.notation = nil
            report("\(key: .copyCoordinate) copies coordinates in degrees")
        } else if let notation = CodeNotation(name: name) {
            selection.notation = notation
            report("\(key: .copyCoordinate) copies coordinates as \(notation.title)")
        } else {
            let names = CodeNotation.allCases.map(\.title).joined(separator: ", ")
            report(KeyedText("Unknown notation “\(name.prefix(40))” (degrees, \(names))"), .error)
        }
    }

    /// `Y`: the selected row, as its source has it.
    mutating func copyRow() -> [Effect] {
        guard let selected = selection.current, selected.hasRow, !selected.isCluster else {
            report("Select a row to copy it")
            return []
        }
        guard screen.hasClipboard else { return copy([], "") }
        return [.writeRow(selected.row, at: data.isUnplaced ? nil : selected.coordinate)]
    }

    /// Whether the terminal takes it, it does not say.
    mutating func copy(_ bytes: [UInt8], _ name: DisplayText) -> [Effect] {
        guard screen.hasClipboard else {
            report("This terminal has no clipboard", .warning)
            return []
        }
        guard bytes.count <= Screen.mostCopied else {
            report(
                "\(bytes.count.grouped) bytes are too many for the clipboard (limit \(Screen.mostCopied.grouped))",
                .warning)
            return []
        }
        report("\(name): sent to the terminal's clipboard")
        return [.copy(bytes)]
    }
}
