import CLock

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a file is opened (`open`).
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let reading = OpenOptions(rawValue: O_RDONLY)
    package static let writing = OpenOptions(rawValue: O_WRONLY)
    package static let readingAndWriting = OpenOptions(rawValue: O_RDWR)
    /// Made where it is not there.
    package static let create = OpenOptions(rawValue: O_CREAT)
    /// Only where it is not there.
    package static let new = OpenOptions(rawValue: O_CREAT | O_EXCL)
    /// Each write goes to the end.
    package static let append = OpenOptions(rawValue: O_APPEND)
    /// Nothing waits: neither the opening of a pipe nor what follows.
    package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
    /// A terminal does not become that of the process.
    package static let noControl = OpenOptions(rawValue: O_NOCTTY)
    /// Fails for a link.
    package static let noLinks = OpenOptions(rawValue: O_NOFOLLOW)
    /// For a place in the tree of files, which is neither read nor written, where the system has such.
    #if canImport(Darwin)
        package static let place = OpenOptions(rawValue: O_RDONLY)
    #else
        // O_PATH, which Swift does not import.
        package static let place = OpenOptions(rawValue: 0o10_000_000)
    #endif
    /// Fails for what is no folder.
    package static let folder = OpenOptions(rawValue: O_DIRECTORY)
}

/// Open files by their numbers. Where a call fails, `SystemError.last` says why.
///
/// What is opened here is closed in programs that this one starts.
package enum Descriptor {
    /// The standard input.
    package static let input: Int32 = 0
    /// The standard output.
    package static let output: Int32 = 1
    /// The standard error.
    package static let error: Int32 = 2

    /// Opens a file; -1 where that fails. A signal that interrupts it, as on a network, does not end it.
    ///
    /// - Parameters:
    ///   - folder: an open one that `path` begins in; the process's own without it.
    ///   - permissions: of a new file.
    package static func open(
        _ path: String, _ options: OpenOptions, in folder: Int32? = nil, permissions: UInt32 = 0o666
    ) -> Int32 {
        let flags = options.rawValue | O_CLOEXEC
        while true {
            let descriptor = openat(folder ?? AT_FDCWD, path, flags, mode_t(permissions))
            if descriptor >= 0 { return descriptor }
            if errno == EINTR { continue }
            // What this process has given up.
            guard errno == EACCES, folder == nil else { return descriptor }
            return FileBroker.open(path, flags: flags, permissions: permissions) ?? descriptor
        }
    }

    /// Makes a file that has no name, for reading and writing, in memory where none may be made; -1 where that fails.
    ///
    /// - Parameter prefix: the beginning of the path that it has for a moment.
    package static func openTemporary(_ prefix: String) -> Int32 {
        var path = Array((prefix + "XXXXXX").utf8CString)
        return path.withUnsafeMutableBufferPointer { path in
            guard let base = path.baseAddress else { return -1 }
            let descriptor = mkstemp(base)
            guard descriptor >= 0 else { return errno == EACCES ? lock_open_memory() : -1 }
            unlink(base)
            closesOnStart(descriptor)
            return descriptor
        }
    }

    /// Another number for an open file, above those of the standard streams; -1 where that fails.
    package static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

    /// Makes the number `target` stand for the open file `descriptor`.
    package static func replace(_ target: Int32, with descriptor: Int32) { dup2(descriptor, target) }

    /// Both ends of a new pipe; nil where that fails.
    package static func makePipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { closesOnStart(end) }
        return (ends[0], ends[1])
    }

    /// Closes an open file; nothing for a negative number.
    package static func close(_ descriptor: Int32) {
        if descriptor >= 0 { closeCall(descriptor) }
    }

    /// Closes it in programs that are started.
    private static func closesOnStart(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

    /// From now on nothing waits for it.
    package static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Whether it is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How many bytes can be read without waiting.
    package static func readableBytes(_ descriptor: Int32) -> Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(max(count, 0)) : 0
    }

    // MARK: - Bytes

    /// Reads what is there, up to the size of `buffer`: how many bytes, 0 at the end, -1 where that fails.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        readCall(descriptor, buffer)
    }

    /// Reads what is there, up to the size of `buffer`: how many bytes, 0 at the end, -1 where that fails.
    package static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { readCall(descriptor, $0) }
    }

    /// Reads bytes at a place, all of them unless the file ends; -1 where that fails.
    package static func read(
        _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                return -1
            }
        }
        return filled
    }

    /// Writes what can be written at once: how many bytes, -1 where that fails.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        writeCall(descriptor, bytes)
    }

    /// Writes all bytes, and waits where it must; how many were written, which are fewer only where it fails.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        var done = 0
        while done < bytes.count {
            let count = writeCall(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]))
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                _ = wait(for: descriptor, .writing, milliseconds: -1)
            } else if errno != EINTR {
                return done
            }
        }
        return done
    }

    /// Writes all bytes, and waits where it must; false where it fails.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { writeAll($0, to: descriptor) } == bytes.count
    }

    /// Goes back to the first byte.
    package static func rewind(_ descriptor: Int32) { lseek(descriptor, 0, SEEK_SET) }

    /// Where the next byte is read or written.
    package static func offset(_ descriptor: Int32) -> Int { Int(lseek(descriptor, 0, SEEK_CUR)) }

    /// Cuts the file after `length` bytes.
    @discardableResult package static func truncate(_ descriptor: Int32, to length: Int) -> Bool {
        ftruncate(descriptor, off_t(length)) == 0
    }

    /// Waits until all is on the disk.
    @discardableResult package static func flush(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

    // MARK: - The file

    /// Sets who may read and write it.
    @discardableResult package static func setPermissions(_ permissions: UInt32, of descriptor: Int32) -> Bool
    {
        fchmod(descriptor, mode_t(permissions)) == 0
    }

    /// Gives it the owner and the group of another one, as far as this user may.
    package static func setOwner(_ status: FileStatus, of descriptor: Int32) {
        _ = fchown(descriptor, status.owner, status.group)
    }

    /// Sets when it was used and changed last to now.
    package static func touch(_ descriptor: Int32) { futimens(descriptor, nil) }

    /// Locks it without waiting, against others that do so; the lock ends when it is closed.
    package static func lock(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Locks it without waiting, against other processes that do so by this call; the lock ends with the process too.
    package static func lockForProcess(_ descriptor: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        return fcntl(descriptor, F_SETLK, &lock) == 0
    }

    /// The process that has locked it so, 0 where the system does not know which; nil where none has.
    package static func lockOwner(_ descriptor: Int32) -> Int32? {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        guard fcntl(descriptor, F_GETLK, &lock) == 0, Int32(lock.l_type) != Int32(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// Makes a folder in an open one, for this user alone.
    package static func makeFolder(_ name: String, in folder: Int32) { mkdirat(folder, name, 0o700) }

    /// Removes a file of an open folder.
    @discardableResult package static func remove(_ name: String, in folder: Int32) -> Bool {
        unlinkat(folder, name, 0) == 0
    }

    /// Gives a file of an open folder another name; one that has it is replaced.
    package static func move(_ name: String, to other: String, in folder: Int32) -> Bool {
        renameat(folder, name, folder, other) == 0
    }
}

// Members of `Descriptor` have these names, too.
private func closeCall(_ descriptor: Int32) { close(descriptor) }

private func readCall(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeCall(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
