#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What is done with files by their paths. Where a call fails, `SystemError.last` says why.
package enum FilePath {
    /// What a process may want to do with a file: know that it is there, read it, write to it, run it.
    package enum Use: Sendable { case knowing, reading, writing, running }

    /// Whether this process may do so.
    package static func allows(_ use: Use, _ path: String) -> Bool {
        let mode =
            switch use {
            case .knowing: F_OK
            case .reading: R_OK
            case .writing: W_OK
            case .running: X_OK
            }
        return access(path, mode) == 0
    }

    /// The path without links, `.` and `..`; nil where there is no such file.
    package static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The files that a pattern with `*`, `?` and `[…]` means, in the order of their names.
    package static func matching(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    /// What a link points to; nil where it is none.
    package static func linkTarget(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0
            ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// Makes a link called `path` to `target`.
    @discardableResult package static func makeLink(_ path: String, to target: String) -> Bool {
        symlink(target, path) == 0
    }

    /// Removes a file.
    @discardableResult package static func remove(_ path: String) -> Bool {
        unlink(path) == 0 || errno == EACCES && FileBroker.remove(path) == true
    }

    /// Gives a file another name; one that has it is replaced.
    package static func move(_ path: String, to name: String) -> Bool {
        rename(path, name) == 0 || errno == EACCES && FileBroker.move(path, to: name) == true
    }

    /// Sets who may read and write a file.
    @discardableResult package static func setPermissions(_ permissions: UInt32, of path: String) -> Bool {
        let descriptor = Descriptor.open(path, .reading)
        defer { Descriptor.close(descriptor) }
        return descriptor >= 0 && Descriptor.setPermissions(permissions, of: descriptor)
    }
}

/// Folders by their paths.
package enum Folder {
    /// The folder of the process; nil where it is gone.
    package static var current: String? {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(cString: folder)
    }

    /// Makes a folder and those around it that are not there, for this user alone.
    package static func make(_ path: String) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        mkdir(path, 0o700)
    }

    /// Makes an empty folder whose name begins with `prefix`; nil where it cannot.
    package static func makeTemporary(_ prefix: String) -> String? {
        var template = Array((prefix + "XXXXXX").utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        return isMade
            ? String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// Removes an empty folder.
    package static func remove(_ path: String) { rmdir(path) }

    /// The names in a folder, in no order, without `.` and `..`; nil where it cannot be read.
    package static func names(in path: String) -> [String]? { opendir(path).map(names) }

    /// The names in an open folder, in no order; nil where it cannot be read.
    package static func names(in descriptor: Int32) -> [String]? {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return fdopendir(copy).map(names)
    }

    private static func names(_ stream: OpaquePointer) -> [String] {
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Bytes that are free for this user on the disk of an open folder; nil where that is not known.
    package static func freeBytes(of descriptor: Int32) -> Int? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        let (free, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(status.f_frsize))
        return overflow ? .max : free
    }
}
