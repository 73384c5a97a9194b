import CNcurses
import CellGraphics
import Testing

/// ncurses asks the C library for widths; where we differ a cell would shift its row.
@Test func widthsAgreeWithTheLibraryOfNcurses() throws {
    // An own locale: that of the process is not ours to change in a test run.
    let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
        uselocale(before)
        freelocale(locale)
    }
    var differing: [String] = []
    for value in UInt32(0xA0)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else {
            continue
        }
        let category = scalar.properties.generalCategory
        if [.privateUse, .lineSeparator, .paragraphSeparator, .unassigned].contains(category) { continue }
        if CharacterWidth.columns(scalar) != Int(ncursesWidth(wchar_t(bitPattern: value))) {
            differing.append(String(value, radix: 16))
        }
    }
    #expect(differing == [])
}
