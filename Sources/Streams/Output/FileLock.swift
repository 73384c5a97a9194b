import Glibc

/// A lock on a whole file against other processes; it ends with the process, or when the file is closed.
package enum FileLock {
    /// Locks an open file without waiting.
    package static func take(_ descriptor: Int32, _ name: String) throws(FileError) {
        while true {
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            if fcntl(descriptor, F_SETLK, &lock) == 0 { return }
            guard errno == EAGAIN || errno == EACCES else { throw FileError(system: errno, file: name) }
            if fcntl(descriptor, F_GETLK, &lock) == 0, Int32(lock.l_type) != Int32(F_UNLCK) {
                throw FileError(file: name, reason: .beingSaved(processID: lock.l_pid))
            }
        }
    }
}
