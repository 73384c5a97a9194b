import CTerminalGuard
import Glibc
import Testing

/// The flags of a terminal that was not opened anew are those of the shell, too.
@Suite struct GuardFlagsTests {
    @Test func theGuardPutsTheFlagsBackWithTheModes() throws {
        var (ours, shells): (Int32, Int32) = (-1, -1)
        try #require(openpty(&ours, &shells, nil, nil, nil) == 0)
        defer {
            close(ours)
            close(shells)
        }
        let before = fcntl(shells, F_GETFL)
        #expect(before & O_NONBLOCK == 0)
        for _ in 0..<2 {
            let shared = dup(shells)
            defer { close(shared) }
            try #require(guard_arm(shared, "", 0))
            #expect(fcntl(shells, F_GETFL) & O_NONBLOCK != 0)
            guard_restore()
            #expect(fcntl(shells, F_GETFL) == before)
        }
    }
}
