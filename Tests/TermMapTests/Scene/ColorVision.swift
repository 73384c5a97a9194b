import Foundation

/// A colour as eyes see it: WCAG's contrast, colour-blind eyes, and how far two colours are apart.
struct SeenColor {
    /// Red, green and blue in linear light.
    let linear: [Double]

    init(_ rgb: UInt32) { linear = [16, 8, 0].map { Self.linear(Double(rgb >> $0 & 255) / 255) } }

    private init(linear: [Double]) { self.linear = linear }

    private static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    var luminance: Double { 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] }

    /// The contrast ratio of WCAG 2, from 1 to 21.
    func contrast(to other: SeenColor) -> Double {
        let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// Whose eyes they are.
    enum Eyes: CaseIterable {
        case usual, protan, deutan, tritan

        /// Severity 1.0 of Machado, Oliveira and Fernandes, 2009.
        fileprivate var matrix: [[Double]]? {
            switch self {
            case .usual: nil
            case .protan:
                [
                    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                    [-0.003882, -0.048116, 1.051998],
                ]
            case .deutan:
                [
                    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                    [-0.011820, 0.042940, 0.968881],
                ]
            case .tritan:
                [
                    [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                    [0.004733, 0.691367, 0.303900],
                ]
            }
        }
    }

    /// The same as other eyes see it.
    func seen(by eyes: Eyes) -> SeenColor {
        guard let matrix = eyes.matrix else { return self }
        return SeenColor(
            linear: matrix.map { row in min(max(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) })
    }

    /// CIE L*a*b* with the white of sRGB.
    var lab: (lightness: Double, a: Double, b: Double) {
        func f(_ value: Double) -> Double {
            value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
        }
        let (red, green, blue) = (linear[0], linear[1], linear[2])
        let x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        let y = f(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        let z = f((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        return (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// CIEDE2000, after Sharma, Wu and Dalal, 2005.
    func difference(to other: SeenColor) -> Double {
        Self.difference(lab, other.lab)
    }

    static func difference(
        _ first: (lightness: Double, a: Double, b: Double),
        _ second: (lightness: Double, a: Double, b: Double)
    ) -> Double {
        let meanChroma = (hypot(first.a, first.b) + hypot(second.a, second.b)) / 2
        let factor = 1.5 - 0.5 * sqrt(pow(meanChroma, 7) / (pow(meanChroma, 7) + pow(25, 7)))
        let (a1, a2) = (first.a * factor, second.a * factor)
        let (c1, c2) = (hypot(a1, first.b), hypot(a2, second.b))
        func hue(_ a: Double, _ b: Double) -> Double {
            a == 0 && b == 0 ? 0 : (atan2(b, a) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
        }
        let (h1, h2) = (hue(a1, first.b), hue(a2, second.b))
        var turn = h2 - h1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        if c1 * c2 == 0 { turn = 0 }
        let hueStep = 2 * sqrt(c1 * c2) * sin(turn / 2 * .pi / 180)
        var middle = (h1 + h2) / 2
        if c1 * c2 == 0 {
            middle = h1 + h2
        } else if abs(h1 - h2) > 180 {
            middle += h1 + h2 < 360 ? 180 : -180
        }
        let lightness = (first.lightness + second.lightness) / 2
        let chroma = (c1 + c2) / 2
        func wave(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
        let t =
            1 - 0.17 * wave(middle - 30) + 0.24 * wave(2 * middle) + 0.32 * wave(3 * middle + 6)
            - 0.20 * wave(4 * middle - 63)
        let square = (lightness - 50) * (lightness - 50)
        let l = (second.lightness - first.lightness) / (1 + 0.015 * square / sqrt(20 + square))
        let c = (c2 - c1) / (1 + 0.045 * chroma)
        let h = hueStep / (1 + 0.015 * chroma * t)
        let rotation = 60 * exp(-pow((middle - 275) / 25, 2)) * .pi / 180
        let cross = -sin(rotation) * 2 * sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7)))
        return sqrt(l * l + c * c + h * h + cross * c * h)
    }
}
