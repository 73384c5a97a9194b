#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What an open file is ready for (`poll`).
package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int16

    package init(rawValue: Int16) { self.rawValue = rawValue }

    /// There are bytes to read, or it has ended.
    package static let reading = Readiness(rawValue: Int16(POLLIN))
    /// Bytes can be written.
    package static let writing = Readiness(rawValue: Int16(POLLOUT))
}

extension Descriptor {
    /// What is waited for, and what there is then.
    package struct Wait: Sendable {
        /// A negative number is never ready.
        package let descriptor: Int32
        /// What is waited for.
        package let wanted: Readiness
        /// What there is after the waiting.
        package fileprivate(set) var found: Readiness = []

        /// Waits for something of an open file.
        package init(_ descriptor: Int32, _ wanted: Readiness) {
            (self.descriptor, self.wanted) = (descriptor, wanted)
        }
    }

    /// Waits until one of some files is ready, or a signal comes.
    ///
    /// - Parameter milliseconds: how long at most; -1 without an end.
    /// - Returns: how many are ready; -1 where a signal came or it fails.
    @discardableResult package static func wait(for waits: inout [Wait], milliseconds: Int32) -> Int {
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: waits.count) { requests in
            for (index, wait) in waits.enumerated() {
                requests.initializeElement(
                    at: index, to: pollfd(fd: wait.descriptor, events: wait.wanted.rawValue, revents: 0))
            }
            let count = poll(requests.baseAddress, nfds_t(waits.count), milliseconds)
            for index in waits.indices { waits[index].found = Readiness(rawValue: requests[index].revents) }
            return Int(count)
        }
    }

    /// Waits until a file is ready, or a signal comes: what there is then, nothing after the time.
    @discardableResult package static func wait(
        for descriptor: Int32, _ wanted: Readiness, milliseconds: Int32
    ) -> Readiness {
        var waits = [Wait(descriptor, wanted)]
        wait(for: &waits, milliseconds: milliseconds)
        return waits[0].found
    }
}
