import Streams

/// Looks now and then whether files have changed.
package struct SourceWatch: Sendable {
    /// Nil for what cannot be watched and is queried each time.
    package let paths: [String]?
    package let interval: Duration

    package init(paths: [String]?, interval: Duration) {
        self.paths = paths
        self.interval = interval
    }

    /// Calls `changed` whenever the files are no longer what they were, once they stay the same for a moment: what is
    /// being written is not read half.
    package func run(since known: [FileIdentity?], changed: () -> Void) async {
        var known = known
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            if paths == nil, !Task.isCancelled { changed() }
            var next = state
            // A pipe in place of a file would be waited for.
            guard next != known, (paths ?? []).allSatisfy(Input.isRegularFileOrMissing) else { continue }
            repeat {
                let before = next
                try? await Task.sleep(for: min(interval, .milliseconds(200)))
                next = state
                if before == next { break }
            } while !Task.isCancelled
            known = next
            if !Task.isCancelled { changed() }
        }
    }

    /// A file that is missing has no identity; databases write beside their files first.
    package var state: [FileIdentity?] {
        (paths ?? []).flatMap { [FileIdentity(path: $0), FileIdentity(path: $0 + "-wal")] }
    }
}
