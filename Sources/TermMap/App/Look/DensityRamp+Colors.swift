// 24 shades for each ramp and background: even steps of lightness in OKLab through six anchors, so that a shade is never
// mistaken for one with more or fewer rows, whatever the eyes and the printer. `data/build/density_ramps.py` prints them.
extension DensityRamp {
    /// The shades in 24 bits, from few rows to many.
    package func shades(on background: Theme.Background) -> [UInt32] {
        let isDark = background == .dark
        return switch self {
        case .ember: isDark ? Self.emberDark : Self.emberLight
        case .lagoon: isDark ? Self.lagoonDark : Self.lagoonLight
        case .magma: isDark ? Self.magmaDark : Self.magmaLight
        }
    }

    /// The shades among 256 colours: fewer, and no two alike.
    func indexedShades(on background: Theme.Background) -> [UInt8] {
        let isDark = background == .dark
        return switch self {
        case .ember:
            isDark
                ? [94, 130, 172, 208, 214, 220, 229, 231] : [223, 215, 208, 172, 166, 130, 124, 88, 52]
        case .lagoon:
            isDark
                ? [239, 24, 31, 36, 71, 113, 184, 193, 230] : [187, 150, 108, 72, 30, 31, 24, 54, 17]
        case .magma:
            isDark
                ? [53, 89, 125, 131, 167, 215, 214, 222, 230] : [223, 216, 209, 167, 125, 89, 53, 234]
        }
    }

    private static let emberDark: [UInt32] = [
        0x46331c, 0x503a1d, 0x5a401d, 0x64471d, 0x6f4e1c, 0x7a551b, 0x855c1a, 0x91621b,
        0x9e681b, 0xaa6f1b, 0xb7751a, 0xc37c1b, 0xcd851e, 0xd78e21, 0xe19625, 0xeb9f28,
        0xf6a82b, 0xffb233, 0xffbf57, 0xffcc72, 0xffd98b, 0xffe5af, 0xffefd0, 0xfffaf0,
    ]
    private static let emberLight: [UInt32] = [
        0xf6dcb0, 0xf5d098, 0xf4c47f, 0xf2b864, 0xefab53, 0xeb9f46, 0xe69239, 0xe28629,
        0xdd7916, 0xd56e14, 0xcd6312, 0xc55810, 0xbd4c0e, 0xb5410d, 0xaa380b, 0x9f310a,
        0x932a08, 0x872407, 0x7c1d06, 0x6f1a07, 0x621607, 0x551307, 0x491007, 0x3d0d06,
    ]
    private static let lagoonDark: [UInt32] = [
        0x46407a, 0x444a82, 0x41548a, 0x3c5e92, 0x35689a, 0x2e739e, 0x2b7e9c, 0x288999,
        0x249396, 0x1f9e92, 0x31a78a, 0x41b082, 0x4fb977, 0x5dc16c, 0x72c864, 0x8ace60,
        0x9fd35b, 0xb4d855, 0xc8dd4f, 0xd7e35c, 0xe1e97e, 0xebef9b, 0xf5f5b6, 0xfffbd0,
    ]
    private static let lagoonLight: [UInt32] = [
        0xd5e8b0, 0xc3e2a6, 0xb0db9b, 0x9cd491, 0x8acd8b, 0x7ac48e, 0x69bb91, 0x57b293,
        0x44a994, 0x379f96, 0x329498, 0x2e8999, 0x2a7d9a, 0x27729a, 0x336596, 0x3c5892,
        0x424a8e, 0x443d88, 0x3e357d, 0x392c72, 0x332468, 0x2e1c5e, 0x281354, 0x230a4a,
    ]
    private static let magmaDark: [UInt32] = [
        0x4a2a63, 0x592c69, 0x692e6f, 0x792f75, 0x892f7b, 0x973677, 0xa53c72, 0xb4426b,
        0xc34763, 0xcf4f5d, 0xd75c59, 0xdf6854, 0xe6744d, 0xee8045, 0xf58c3d, 0xf89a43,
        0xfaa849, 0xfcb54f, 0xfec355, 0xffd05b, 0xffdc7d, 0xffe7a0, 0xfff2c1, 0xfffde0,
    ]
    private static let magmaLight: [UInt32] = [
        0xfbe0b0, 0xfbd29e, 0xfbc48c, 0xfab57a, 0xf8a769, 0xf49964, 0xef8b5e, 0xea7c59,
        0xe56e54, 0xdf5f50, 0xd25559, 0xc64a60, 0xba3f65, 0xaf336a, 0xa02b6d, 0x8f296e,
        0x7e266f, 0x6d2170, 0x5d1c6f, 0x511865, 0x45155a, 0x391150, 0x2d0e46, 0x220a3c,
    ]
}
