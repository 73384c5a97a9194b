/// The 256 colours of xterm's palette: 16 named ones, a cube of 6 × 6 × 6 and 24 greys.
public enum IndexedColor {
    /// The named colours as xterm has them; terminals differ.
    private static let named: [UInt32] = [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000,
        0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ]
    private static let levels: [UInt32] = [0, 95, 135, 175, 215, 255]

    /// The 24-bit colour of an entry, 0xRRGGBB.
    public static func rgb(_ index: UInt8) -> UInt32 {
        let number = Int(index)
        if number < 16 { return named[number] }
        if number < 232 {
            let cube = number - 16
            return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
        }
        let grey = UInt32(8 + (number - 232) * 10)
        return grey << 16 | grey << 8 | grey
    }

    /// The entry of the cube or of the greys that is nearest to a 24-bit colour: those look alike on all terminals.
    public static func nearest(to color: UInt32) -> UInt8 {
        func distance(_ index: UInt8) -> Int {
            let other = rgb(index)
            return [16, 8, 0].reduce(0) { sum, shift in
                let difference = Int(color >> shift & 255) - Int(other >> shift & 255)
                return sum + difference * difference
            }
        }
        return (16...255).min { distance($0) < distance($1) } ?? 16
    }
}
