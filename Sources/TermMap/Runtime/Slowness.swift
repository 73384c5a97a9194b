import Platform

/// How many times as long as usual the program waits before it gives something up: 1, except in debug builds that are
/// tested on a slow machine.
enum Slowness {
    static let factor: Int = {
        #if DEBUG
            if let factor = Environment["TERMMAP_SLOWNESS"].flatMap({ Int($0) }) {
                return factor
            }
        #endif
        return 1
    }()
}
