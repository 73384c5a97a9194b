#if DEBUG
    import CLock

    /// What a parser that was taken over might try: tests have it tried where data is read.
    package enum EscapeAttempts {
        /// Tries everything when `TERMMAP_ESCAPE` names a file that the program has nothing to do with, and prints a line
        /// for each on the standard error: `escape open: Permission denied`.
        package static func runIfAsked() {
            guard let victim = Environment.text("TERMMAP_ESCAPE"), let end = victim.lastIndex(of: "/") else {
                return
            }
            let folder = String(victim[..<end])
            for index in 0..<lock_attempt_count() {
                let code = lock_attempt(index, victim, folder)
                let name = lock_attempt_name(index).map { String(cString: $0) } ?? ""
                let words = code == 0 ? "succeeded" : SystemError(code: code).words
                _ = Descriptor.writeAll(Array("escape \(name): \(words)\n".utf8), to: Descriptor.error)
            }
        }
    }
#endif
