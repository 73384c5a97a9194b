import Foundation
import Glibc
import Platform

/// Programs that benchmarks start and wait for.
///
/// Spawned by hand: Foundation's `Process` rounds the time up to its own 50 ms.
enum ChildProcess {
    /// Runs a program that is found on the path, without its output; false when it fails.
    @discardableResult
    static func run(_ arguments: [String]) -> Bool { spawn(arguments, output: "/dev/null") != nil }

    /// The most memory that a program took, in MB; nil when it fails.
    static func highestMemory(_ arguments: [String]) -> Double? {
        spawn(arguments, output: "/dev/null").map { Double($0.ru_maxrss) / 1024 }
    }

    /// What a program prints.
    static func output(_ arguments: [String]) -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "termmap-output-\(getpid())").path
        defer { unlink(path) }
        guard spawn(arguments, output: path) != nil else { return "" }
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// What the program used; nil when it fails.
    private static func spawn(_ arguments: [String], output: String) -> rusage? {
        var child: pid_t = 0
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        guard posix_spawnp(&child, arguments[0], &actions, nil, &words, environ) == 0 else {
            print("\(arguments[0]) does not run")
            return nil
        }
        var status: Int32 = 0
        var usage = rusage()
        return wait4(child, &status, 0, &usage) == child && status == 0 ? usage : nil
    }
}

/// The best wall and processor time of some runs, in seconds; children that ended are included.
struct Timing {
    var wall = Double.infinity
    var cpu = Double.infinity

    static func best(of rounds: Int, _ body: () -> Void) -> Timing {
        var best = Timing()
        for _ in 0..<rounds {
            let clock = ContinuousClock()
            let cpuBefore = cpuSeconds()
            let wall = clock.measure(body)
            best.wall = min(best.wall, wall / Duration.seconds(1))
            best.cpu = min(best.cpu, cpuSeconds() - cpuBefore)
        }
        return best
    }

    private static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        var children = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 + seconds(children.ru_utime)
            + seconds(children.ru_stime)
    }
}
