import Testing

@testable import Platform
@testable import Streams

@Suite struct AvailableMemoryTests {
    private func available(_ files: [String: String]) -> Int? {
        ControlGroup { files[$0] }.availableBytes
    }

    /// The group of the process and those around it, of either version; what was only read makes room.
    @Test func controlGroupsLimitWhatIsFree() {
        #expect(available([:]) == nil)
        let second = "/sys/fs/cgroup"
        var files = [
            "/proc/self/cgroup": "0::/user.slice/run-1.scope\n",
            "\(second)/user.slice/run-1.scope/memory.max": "max\n",
            "\(second)/user.slice/run-1.scope/memory.current": "1000\n",
        ]
        #expect(available(files) == nil)
        files["\(second)/user.slice/memory.max"] = "9000\n"
        files["\(second)/user.slice/memory.current"] = "5000\n"
        #expect(available(files) == 4_000)
        files["\(second)/user.slice/memory.stat"] = "anon 2000\ninactive_file 3000\nactive_file 7\n"
        #expect(available(files) == 7_000)
        files["\(second)/user.slice/run-1.scope/memory.max"] = "1500\n"
        #expect(available(files) == 500)
        files["\(second)/user.slice/run-1.scope/memory.current"] = "1600\n"
        #expect(available(files) == 0)
        // In a container its group is the root.
        #expect(
            available([
                "/proc/self/cgroup": "0::/\n", "\(second)/memory.max": "100\n",
                "\(second)/memory.current": "40\n",
            ]) == 60)
        let first = "/sys/fs/cgroup/memory"
        #expect(
            available([
                "/proc/self/cgroup": "5:cpu,cpuacct:/\n4:memory:/docker/a:b\n0::/\n",
                "\(first)/docker/a:b/memory.limit_in_bytes": "800\n",
                "\(first)/docker/a:b/memory.usage_in_bytes": "300\n",
                "\(first)/docker/a:b/memory.stat": "cache 9\ntotal_inactive_file 100\n",
                "\(first)/memory.limit_in_bytes": "9223372036854771712\n",
                "\(first)/memory.usage_in_bytes": "12345\n",
            ]) == 600)
    }

    @Test func tooFewAddressesAreRefusedInOneLine() {
        #expect(
            AvailableMemory.missing(addressLimit: 48 << 20)
                == "address space limit too low: 48 MB (expected 64; run ulimit -v 65536 first)")
        #expect(AvailableMemory.missing(addressLimit: 64 << 20) == nil)
    }

    @Test func tooLittleStackIsRefusedInOneLine() {
        #expect(
            AvailableMemory.missing(stackLimit: 512 << 10)
                == "stack limit too low: 512 KB (expected 1024; run ulimit -s 1024 first)")
        #expect(AvailableMemory.missing(stackLimit: 1 << 20) == nil)
    }
}
