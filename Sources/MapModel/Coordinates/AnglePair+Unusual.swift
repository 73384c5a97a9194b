/// Pairs of angles in other wrappings than brackets.
extension AnglePair {
    /// The names of geometries in well-known text, which put the longitude first: "POINT (8.5 47.4)" is no pair.
    private static let geometries = [
        "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
        "GEOMETRYCOLLECTION",
        "CIRCULARSTRING", "CURVEPOLYGON", "TRIANGLE", "SRID=",
    ].map { Array($0.utf8) }

    /// Whether text begins like a geometry in well-known text, with an address in `<>` before it or not.
    static func isGeometry(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var text = DegreeText.trimmed(bytes)[...]
        if text.first == UInt8(ascii: "<") {
            guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
            text = text[(end + 1)...].drop { $0 <= 0x20 }
        }
        guard let first = text.first, DegreeScanner.isLetter(first) else { return false }
        return geometries.contains { word in
            text.count >= word.count
                && zip(word, text).allSatisfy { $0 == $1 || $0 == $1 & ~0x20 && DegreeScanner.isLetter($1) }
        }
    }

    /// What is read where a text is not just a pair: labels, parts parted by other marks, several notations.
    static func unusual(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        // The parameters of an address are no labels.
        if MapAddress.Kind(prefix: bytes) != nil { return url(bytes) }
        return labelled(bytes) ?? address(bytes) ?? ofTexts(bytes) ?? lastNotation(bytes) ?? withColons(bytes)
            ?? withHeight(bytes)
    }

    /// The address of a web map with a place in it: `https://www.google.com/maps/@47.37,8.54,15z`.
    private static func url(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        MapAddress(Array(DegreeText.trimmed(bytes)), .url).map {
            AnglePair(latitude: $0.north, longitude: $0.east)
        }
    }

    // MARK: heights

    /// Two decimals, or two angles with letters, and a height behind them with its unit or without, and then an accuracy as
    /// OpenDataKit writes it: `47.37, 8.54, 420 m`, `47.37 8.54 420.5 4.9`.
    private static func withHeight(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        guard let last = tail(of: DegreeText.trimmed(bytes)) else { return nil }
        // Behind letters a bare number may be the minutes of something.
        if let pair = precise(last.head), !pair.hasLetters || last.isMarked { return pair }
        // Four numbers with commas between them are the edges of a box.
        guard !bytes.contains(where: { ",;/".utf8.contains($0) }), let height = tail(of: last.head),
            let pair = precise(height.head), !pair.hasLetters
        else { return nil }
        let isBox =
            height.number.units >= pair.degrees(longitudeFirst: false).north
            && last.number.units >= pair.degrees(longitudeFirst: false).east
            && height.number.magnitude <= 180 * DegreeScanner.unitsPerDegree
        return isBox ? nil : pair
    }

    private static func precise(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        guard let pair = plain(bytes) else { return nil }
        return pair.hasLetters || pair.areDecimals && bytes.count { $0 == UInt8(ascii: ".") } == 2
            ? pair : nil
    }

    private static let heightUnits = [
        "m", "ft", "meter", "meters", "metres", "metre", "feet", "masl", "amsl",
    ].map {
        Array($0.utf8)
    }

    /// The last number of a text, behind a separator, with a unit of length behind it or without, and what stands before it.
    private static func tail(
        of text: UnsafeBufferPointer<UInt8>
    ) -> (head: UnsafeBufferPointer<UInt8>, number: DegreeToken.Number, isMarked: Bool)? {
        var end = text.count
        while end > 0, DegreeScanner.isLetter(text[end - 1]) { end -= 1 }
        let unit = text[end...]
        guard unit.isEmpty || isOne(of: heightUnits, unit) else { return nil }
        while end > 0, text[end - 1] == 0x20 { end -= 1 }
        var start = end
        while start > 0, DegreeScanner.isDigit(text[start - 1]) || text[start - 1] == UInt8(ascii: ".") {
            start -= 1
        }
        if start > 0, "+-".utf8.contains(text[start - 1]) { start -= 1 }
        guard start < end else { return nil }
        var scanner = DegreeScanner(UnsafeBufferPointer(rebasing: text[start..<end]), DegreeScanner.Reading())
        guard let number = scanner.number(), scanner.offset == end - start else { return nil }
        var cut = start
        while cut > 0, text[cut - 1] == 0x20 { cut -= 1 }
        let hasMark = cut > 0 && ",;/".utf8.contains(text[cut - 1])
        if hasMark { cut -= 1 }
        guard cut < start else { return nil }
        let head = DegreeText.trimmed(UnsafeBufferPointer(rebasing: text[..<cut]))
        return (head, number, hasMark || !unit.isEmpty)
    }

    /// `["8.54","47.38"]`: two decimals as texts.
    private static func ofTexts(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        let text = DegreeText.trimmed(bytes)
        guard text.first == UInt8(ascii: "["), text.contains(UInt8(ascii: "\"")) else { return nil }
        return text.filter { $0 != UInt8(ascii: "\"") }.withUnsafeBufferPointer { plain($0) }
    }

    /// `geo:47.4,8.5` with a height and parameters or without (RFC 5870): latitude first.
    private static func address(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        let text = DegreeText.trimmed(bytes)
        let scheme = Array("geo:".utf8)
        guard text.count > scheme.count, zip(scheme, text).allSatisfy({ $0 == $1 | 0x20 }) else { return nil }
        let numbers = text.dropFirst(scheme.count).prefix { !";?".utf8.contains($0) }
            .split(separator: UInt8(ascii: ","))
        guard numbers.count == 2 || numbers.count == 3 else { return nil }
        let parts = numbers.map { part in
            var scanner = DegreeScanner(UnsafeBufferPointer(rebasing: part), DegreeScanner.Reading())
            return part.isEmpty ? nil : scanner.number()
        }
        guard let latitude = parts[0], let longitude = parts[1] else { return nil }
        return AnglePair(latitude: latitude, longitude: longitude)
    }

    // MARK: labels

    private static let latitudes = ["lat", "latitude", "y"].map { Array($0.utf8) }
    private static let longitudes = ["lon", "lng", "long", "longitude", "x"].map { Array($0.utf8) }

    /// `{"lat": 47.4, "lng": 8.5}`, `lat: 47.4, lon: 8.5`, `x=8.5;y=47.4`: the decimals that follow both words, each of
    /// which stands there once.
    private static func labelled(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        guard bytes.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) else {
            return nil
        }
        var latitude: DegreeToken.Number?
        var longitude: DegreeToken.Number?
        var offset = 0
        while offset < bytes.count {
            guard DegreeScanner.isLetter(bytes[offset]) else {
                offset += 1
                continue
            }
            var end = offset
            while end < bytes.count, DegreeScanner.isLetter(bytes[end]) { end += 1 }
            let isLatitude = isOne(of: latitudes, bytes[offset..<end])
            let isLongitude = isOne(of: longitudes, bytes[offset..<end])
            offset = end
            guard isLatitude || isLongitude, let number = value(bytes, at: &offset) else { continue }
            guard (isLatitude ? latitude : longitude) == nil else { return nil }
            if isLatitude { latitude = number } else { longitude = number }
        }
        guard let latitude, let longitude else { return nil }
        return AnglePair(latitude: latitude, longitude: longitude)
    }

    private static func isOne(of words: [[UInt8]], _ letters: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        words.contains { $0.count == letters.count && zip($0, letters).allSatisfy { $0 == $1 | 0x20 } }
    }

    /// The decimal behind a label: after a colon or an equals sign, with quotes and blanks around these.
    private static func value(_ bytes: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> DegreeToken
        .Number?
    {
        var hasMark = false
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: ":"), UInt8(ascii: "="): hasMark = true
            case 0x20, 0x09, UInt8(ascii: "\""), UInt8(ascii: "'"): break
            default:
                guard hasMark else { return nil }
                var scanner = DegreeScanner(
                    UnsafeBufferPointer(rebasing: bytes[offset...]), DegreeScanner.Reading())
                let number = scanner.number()
                offset += scanner.offset
                return number
            }
            offset += 1
        }
        return nil
    }

    // MARK: several notations

    /// The same place in several notations with slashes between them, as Wikipedia prints it: the last one.
    private static func lastNotation(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        let mark = Array("\u{FEFF}".utf8)
        var text = Array(bytes)
        if text.contains(mark[0]) {
            text = Array(String(decoding: text, as: UTF8.self).filter { $0 != "\u{FEFF}" }.utf8)
        }
        // A name in brackets may follow.
        if text.last == UInt8(ascii: ")"), let start = text.lastIndex(of: UInt8(ascii: "(")),
            text[start...].contains(where: DegreeScanner.isLetter),
            !text[start...].contains(where: DegreeScanner.isDigit)
        {
            text.removeSubrange(start...)
        }
        let parts = text.split(separator: UInt8(ascii: "/"))
        guard parts.count > 1 || text.count < bytes.count else { return nil }
        let pairs = parts.map { part in Array(part).withUnsafeBufferPointer { plain($0) } }
        return pairs.allSatisfy { $0 != nil } ? pairs.last ?? nil : nil
    }

    /// 43-25-01S 120-58-57W.
    private static func withColons(_ bytes: UnsafeBufferPointer<UInt8>) -> AnglePair? {
        DegreeText.withColons(bytes)?.withUnsafeBufferPointer { text in
            plain(text).flatMap { $0.hasLetters ? $0 : nil }
        }
    }
}
