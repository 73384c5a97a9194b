import Streams

extension DetectedColumns {
    /// Appends what `init(_:columnCount:)` reads: all but why the columns were chosen.
    package func append(to writer: inout ByteWriter) {
        let (kind, first, second): (Int, Int, Int) =
            switch coordinates {
            case .pair(let latitude, let longitude): (0, latitude, longitude)
            case .combined(let column, let longitudeFirst): (1, column, longitudeFirst ? 1 : 0)
            case .geometry(let column, let notation):
                (2, column, GeometryNotation.allCases.firstIndex(of: notation) ?? 0)
            // Places are saved by the table that found them.
            case .places: (3, 0, 0)
            case .parts(let parts): (4, parts.form.rawValue, 0)
            }
        for number in [kind, first, second, Int(unitsPerDegree)] { writer.append(UInt64(number)) }
        if case .parts(let parts) = coordinates { parts.append(to: &writer) }
        ColumnRoles(label: label, id: id, searched: searched).append(to: &writer)
    }

    /// The columns that were appended; nil for what cannot have been.
    package init?(_ reader: inout ByteReader, columnCount: Int) {
        guard let kind = reader.uint64(), let first = reader.uint64(), let second = reader.uint64(),
            let units = reader.uint64()
        else { return nil }
        let notations = GeometryNotation.allCases
        switch kind {
        case 0: coordinates = .pair(latitude: first, longitude: second)
        case 1: coordinates = .combined(column: first, longitudeFirst: second == 1)
        case 2 where second < notations.count:
            coordinates = .geometry(column: first, notation: notations[second])
        case 3: coordinates = .places(PlaceRoles())
        case 4:
            guard let form = DegreeParts.Form(rawValue: first), let parts = DegreeParts(&reader, form: form)
            else { return nil }
            coordinates = .parts(parts)
        default: return nil
        }
        guard let roles = ColumnRoles(&reader, columnCount: columnCount) else { return nil }
        (label, id, searched) = (roles.label, roles.id, roles.searched)
        (reasons, notices, unitsPerDegree) = ([], [], Double(units))
        guard coordinates.columns.allSatisfy({ $0 < columnCount }) else { return nil }
    }
}

extension DegreeParts {
    /// Appends what `init(_:form:)` reads.
    fileprivate func append(to writer: inout ByteWriter) {
        for angle in [latitude, longitude] {
            writer.append(UInt64(angle.degrees))
            for column in [angle.minutes, angle.seconds, angle.hemisphere] { writer.append(column) }
            writer.append(UInt64(angle.isSouthOrWest ? 1 : 0))
            writer.append(angle.isOWest.map { $0 ? 1 : 0 })
        }
    }

    fileprivate init?(_ reader: inout ByteReader, form: Form) {
        var angles: [Angle] = []
        for _ in 0..<2 {
            guard let degrees = reader.uint64(), let minutes = reader.optionalNumber(),
                let seconds = reader.optionalNumber(), let hemisphere = reader.optionalNumber(),
                let isSouthOrWest = reader.uint64(), let isOWest = reader.optionalNumber()
            else { return nil }
            angles.append(
                Angle(
                    degrees: degrees, minutes: minutes, seconds: seconds, hemisphere: hemisphere,
                    isSouthOrWest: isSouthOrWest == 1, isOWest: isOWest.map { $0 == 1 }))
        }
        self.init(latitude: angles[0], longitude: angles[1], form: form)
    }
}

extension ColumnRoles {
    /// Appends what `init(_:columnCount:)` reads.
    package func append(to writer: inout ByteWriter) {
        writer.append(UInt64(searched.count))
        for column in searched { writer.append(UInt64(column)) }
        writer.append(label)
        writer.append(id)
    }

    /// The roles that were appended; nil when a column does not exist.
    package init?(_ reader: inout ByteReader, columnCount: Int) {
        guard let searchedCount = reader.uint64(), searchedCount <= columnCount else { return nil }
        var searched: [Int] = []
        for _ in 0..<searchedCount {
            guard let column = reader.uint64() else { return nil }
            searched.append(column)
        }
        guard let label = reader.optionalNumber(), let id = reader.optionalNumber() else { return nil }
        let columns = searched + [label, id].compactMap { $0 }
        guard columns.allSatisfy({ (0..<columnCount).contains($0) }) else { return nil }
        self.init(label: label, id: id, searched: searched)
    }
}
