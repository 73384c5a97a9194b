import CFuzzer
import Glibc

/// `Fuzz TARGET [options of libFuzzer] [folders]`; without a target it prints their names.
guard FuzzTarget.chosen != nil else {
    for name in FuzzTarget.all.keys.sorted() { print(name) }
    exit(CommandLine.arguments.count > 1 ? 2 : 0)
}

var count = CommandLine.argc - 1
// The name of the target becomes the name of the program.
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        FuzzTarget.chosen?(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    })
