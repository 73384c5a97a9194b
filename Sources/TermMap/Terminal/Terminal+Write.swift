import Platform

extension Terminal {
    /// Sends what the terminal takes now; true if nothing is left.
    @discardableResult
    package func flush() -> Bool {
        while !unsent.isEmpty {
            let room = line?.allowance(at: .now) ?? unsent.count
            guard room > 0 else { return false }
            let written = unsent.prefix(room).withUnsafeBytes { Descriptor.write($0, to: descriptor) }
            if written > 0 {
                noteWritten(written)
                unsent = unsent.dropFirst(written)
            } else if SystemError.last == .wouldBlock {
                return false
            } else if SystemError.last != .interrupted {
                keys.hasHungUp = true
                unsent = []
            }
        }
        unsent = []
        return true
    }

    private func noteWritten(_ count: Int) {
        bytesWritten += count
        line?.wrote(count, at: .now)
    }

    /// Asks the terminal to put bytes into its clipboard.
    package func copy(_ bytes: [UInt8]) {
        unsent += Clipboard.sequence(copying: bytes)
        flush()
    }

    /// Rings the bell.
    package func ring() {
        unsent.append(0x07)
        flush()
    }

    /// Whether the mouse is reported to us, also after a suspension; else the terminal selects text with it.
    package func useMouse(_ isOn: Bool) {
        capabilities.hasMouse = isOn
        unsent += TerminalModes.mouse(isOn)
        flush()
    }
}
