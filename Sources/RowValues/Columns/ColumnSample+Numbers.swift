import MapModel
import Streams

/// Which of two numbers in one text is the longitude.
package struct PairOrder: Equatable {
    package let longitudeFirst: Bool
    /// Nothing shows it: neither letters nor the range of the values nor a name.
    package let isGuess: Bool
}

/// Numbers that are not degrees, and what they are instead.
extension ColumnSample {
    /// Values that are whole numbers; nil when some value is none.
    private func wholeNumbers(of column: Int) -> [Int]? {
        var numbers: [Int] = []
        for text in values(of: column) {
            guard let number = Int(String(decoding: text, as: UTF8.self)) else { return nil }
            numbers.append(number)
        }
        return numbers.isEmpty ? nil : numbers
    }

    /// The numbers of a column most of which have marks between their thousands; nil for another one.
    func groupedNumbers(of column: Int) -> [Double]? {
        let all = values(of: column)
        let plain = all.map(ValueText.groupedNumber)
        guard plain.count(where: { $0 != nil }) * 2 > all.count else { return nil }
        return zip(all, plain).compactMap { $1 ?? Double(String(decoding: $0, as: UTF8.self)) }
    }

    /// The decimal mark of columns of metres, in which the other mark separates thousands: `652,000` is no 652.000 where no number
    /// has four digits before a mark; nil for other columns.
    package func decimalMarkOfGrouped(_ columns: [Int]) -> UInt8? {
        let all = columns.flatMap { values(of: $0) }
        return [UInt8(ascii: "."), UInt8(ascii: ",")].first { mark in
            let grouped = all.count { ValueText.groupedNumber($0, decimalMark: mark) != nil }
            let small = all.count { $0.count <= 3 && Int(String(decoding: $0, as: UTF8.self)) != nil }
            return grouped > small && grouped + small == all.count
        }
    }

    /// How many units make a degree: 1e7 or 1e6 where whole numbers reach so far that nothing smaller makes sense, and fit the
    /// globe; else 1.
    ///
    /// - Parameter isNamed: the names are those of a latitude and a longitude, not of an easting and a northing.
    func unitsPerDegree(latitude: Int, longitude: Int, isNamed: Bool) -> Double {
        guard isNamed, let north = wholeNumbers(of: latitude), let east = wholeNumbers(of: longitude) else {
            return 1
        }
        // A few that overflowed, or are damaged, are skipped later.
        let places = (
            north: north.map(\.magnitude).filter { $0 <= 900_000_000 },
            east: east.map(\.magnitude).filter { $0 <= 1_800_000_000 }
        )
        guard places.north.count * 2 > north.count, places.east.count * 2 > east.count else { return 1 }
        let farNorth = Double(places.north.max() ?? 0)
        let farEast = Double(places.east.max() ?? 0)
        // Eastings and northings of any projection stay below twenty million metres or so.
        if max(farNorth, farEast) > 180e6 || farNorth > 90e6 { return 1e7 }
        guard places.north.count == north.count, places.east.count == east.count else { return 1 }
        return max(farNorth, farEast) > 25e6 && farNorth <= 90e6 && farEast <= 180e6 ? 1e6 : 1
    }

    /// Most numbers of one of two columns, with or without a fraction, are beyond any degrees.
    func areBeyondDegrees(latitude: Int, longitude: Int) -> Bool {
        [latitude, longitude].contains { column in
            let numbers = values(of: column).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
            return numbers.count { $0.magnitude > 180 } * 2 > numbers.count
        }
    }

    /// A value of two columns of whole numbers beyond any degrees whose counts of digits or signs differ, as they do once
    /// the decimal point is lost; nil for others.
    func lostDecimalPoint(latitude: Int, longitude: Int) -> String? {
        guard let north = wholeNumbers(of: latitude), let east = wholeNumbers(of: longitude) else {
            return nil
        }
        func isMixed(_ numbers: [Int]) -> Bool {
            Set(numbers.map { String($0.magnitude).count }).count > 1
                || Set(numbers.map { $0.signum() }).count > 1
        }
        guard isMixed(north) || isMixed(east) else { return nil }
        return values(of: latitude, limit: 1).first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A value of two columns whose numbers all have fewer than 60 minutes in their last two whole digits, and fit the globe
    /// as ddmm.mmmm and dddmm.mmmm; nil for others.
    func degreesAndMinutes(latitude: Int, longitude: Int) -> String? {
        func isOne(_ column: Int, limit: Double) -> Bool {
            let texts = values(of: column)
            let numbers = texts.compactMap { Double(String(decoding: $0, as: UTF8.self)).map(abs) }
            return numbers.count == texts.count && texts.count > 2
                && texts.contains { $0.contains(UInt8(ascii: ".")) }
                && numbers.allSatisfy { $0 <= limit && $0.truncatingRemainder(dividingBy: 100) < 60 }
        }
        guard isOne(latitude, limit: 9_000), isOne(longitude, limit: 18_000) else { return nil }
        return values(of: latitude, limit: 1).first.map { String(decoding: $0, as: UTF8.self) }
    }
}
