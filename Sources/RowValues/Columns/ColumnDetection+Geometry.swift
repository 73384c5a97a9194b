/// One column with geometries.
extension ColumnDetection {
    /// The share of values that must be geometries when the user did not name the column: no other text looks like one, and
    /// those that are none are counted.
    static let geometryShare = 0.5

    /// The first column with one of the usual names whose values are geometries.
    func geometryByName() -> DetectedColumns? {
        for column in names.columns(calledOneOf: ColumnNames.geometryCandidates) {
            if let found = try? geometry(column, because: "by name", share: Self.geometryShare) {
                return found
            }
        }
        return nil
    }

    /// - Parameter share: the share of values that must be geometries.
    func geometry(
        _ column: Int, because rule: String, share: Double
    ) throws(ColumnError) -> DetectedColumns {
        var judged = sample.geometries(
            of: column, mayBePolylines: names.folded[column].hasSuffix("polyline"),
            projection: !readsProjected ? .refused : options.isProjected ? .all : .named,
            isSwapped: isDelimited && options.isSwapped)
        // The user may have named it.
        if judged.notation == nil, readsProjected,
            share == 0 || names.columns(calledOneOf: ColumnNames.britishGrids).contains(column)
        {
            judged = sample.britishReferences(of: column)
        }
        guard let notation = judged.notation, judged.share >= share else {
            throw .geometryOnly(column: names.names[column])
        }
        if judged.areElsewhere { throw .looksProjected(columns: [names.names[column]]) }
        return detected(
            .geometry(column: column, notation: notation), because: "\(rule), \(notation.words)")
    }
}
