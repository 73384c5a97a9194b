@testable import MapModel

/// Texts that are no codes, and why.
enum CodeFaults {
    static let all: [(notation: CodeNotation, text: String, fault: CodeFault)] = geohash + h3 + others + grids

    private static let geohash: [(CodeNotation, String, CodeFault)] = [
        (.geohash, "", .notACode), (.geohash, "u33dab", .notACode), (.geohash, "u33d u", .notACode),
        (.geohash, "u33db2u33db2u", .notACode), (.geohash, "é", .notACode),
        (.geohash, "9,5E+07", .lostDigits),
        (.geohash, "9.0E+07", .lostDigits),
        (.geohash, String(repeating: "u", count: 10_000), .notACode),
    ]

    private static let h3: [(CodeNotation, String, CodeFault)] = [
        // An edge, a vertex and a mode that does not exist.
        (.h3, "115283473fffffff", .notACell), (.h3, "22528340bfffffff", .notACell),
        (.h3, "0928308280fffff", .notACode),
        // Base cell 122, a used digit of 7, an unused one of 0, reserved bits, the missing side of a pentagon.
        (.h3, "80f5fffffffffff", .notACode), (.h3, "8928308287fffff", .notACode),
        (.h3, "8928308280ffffe", .notACode), (.h3, "9928308280fffff", .notACode),
        (.h3, "81087ffffffffff", .notACode), (.h3, "892830828", .notACode),
        (.h3, "8928308280ffffg", .notACode),
        (.h3, "88928308280fffff", .notACode),
        // Rounded to 15, 16 and 17 digits, and as a double.
        (.h3, "617700169958293000", .lostDigits), (.h3, "617700169958293500", .lostDigits),
        (.h3, "617700169958293504", .lostDigits), (.h3, "6.177E+17", .lostDigits),
        (.h3, "6.17700169958293e+17", .lostDigits), (.h3, "6,177E+17", .lostDigits),
        (.h3, "617700169958293501", .notACode), (.h3, "999999999999999999", .notACode),
        (.h3, "123", .notACode),
    ]

    private static let others: [(CodeNotation, String, CodeFault)] = [
        (.s2, "X", .notACode), (.s2, "0", .notACode), (.s2, "886d3b58", .notACode), (.s2, "e1", .notACode),
        (.s2, "-8.61607E+18", .lostDigits), (.s2, "-", .notACode), (.s2, "99999999999999999999", .notACode),
        (.s2, "-99999999999999999999", .notACode), (.s2, "886d3b5c886d3b5c8", .notACode),
        (.plusCode, "9G8F+6X", .short), (.plusCode, "9G8F+6X Zürich", .short), (.plusCode, "8F+", .short),
        (.plusCode, "8FVC9G8F6X", .notACode), (.plusCode, "8FVC9G8F+6", .notACode),
        (.plusCode, "8FVC9G8F 6X", .notACode), (.plusCode, "8FVC0G8F+6X", .notACode),
        (.plusCode, "8FV00000+", .notACode), (.plusCode, "00000000+", .notACode),
        (.plusCode, "8FVC0000+6X", .notACode), (.plusCode, "8FVC9G8F++6X", .notACode),
        (.plusCode, "8FVC9G8F+6X23456789", .notACode), (.plusCode, "XFVC9G8F+6X", .outOfRange),
        (.plusCode, "8XVC9G8F+6X", .outOfRange), (.plusCode, "AFVC9G8F+6X", .notACode),
        (.maidenhead, "JO6", .notACode), (.maidenhead, "SO62", .notACode), (.maidenhead, "JO62ym", .notACode),
        (.maidenhead, "6262", .notACode), (.maidenhead, "JO62qm48ab1", .notACode),
        (.quadkey, "0124", .notACode), (.quadkey, "000000000000000000000000", .notACode),
        (.quadkey, "1.2021E+14", .lostDigits),
    ]

    private static let grids: [(CodeNotation, String, CodeFault)] = [
        (.mgrs, "33UUU917711970", .notACode), (.mgrs, "33UUU9177 119706", .notACode),
        (.mgrs, "33UUU 9 1 7 7", .notACode), (.mgrs, "33UIU91771970", .notACode),
        (.mgrs, "33UAU9177119706", .notACode), (.mgrs, "33UUW9177119706", .notACode),
        (.mgrs, "33OUU9177119706", .notACode), (.mgrs, "61UUU9177119706", .outOfRange),
        (.mgrs, "00UUU9177119706", .outOfRange), (.mgrs, "32XMH1234512345", .outOfRange),
        (.mgrs, "33UUD9177119706", .outOfRange), (.mgrs, "333UUU91771", .notACode), (.mgrs, "33U", .notACode),
        (.mgrs, "ADA", .notACode), (.mgrs, "YJA", .notACode), (.mgrs, "ZAQ", .notACode),
        (.mgrs, "BRA0000000000", .outOfRange), (.mgrs, "CAB", .notACode),
        (.utm, "33U 391777", .notACode), (.utm, "391777 5819706", .notACode),
        (.utm, "33U 39177 5819706", .outOfRange), (.utm, "33U 391777 15819706", .outOfRange),
        (.utm, "33C 391777 5819706", .outOfRange), (.utm, "61U 391777 5819706", .outOfRange),
        (.utm, "33I 391777 5819706", .notACode), (.utm, "32X 391777 8819706", .outOfRange),
        (.utm, "33U 391777 5819706 12", .notACode), (.utm, "33U 391777e 5819706e", .notACode),
    ]
}
