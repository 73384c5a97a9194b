import ArgumentParser

/// How much the program gives up before it reads data.
struct LockFlags: ParsableArguments {
    @Flag(
        inversion: .prefixedNo, exclusivity: .chooseLast,
        help: "Give up all files, network access and system calls that are not needed.")
    var lock = true
    @Flag(help: "Start only if all of that can be given up.")
    var locked = false
}
