/// Texts as C strings, ended by a null pointer, valid for a call; nil stays null.
package func withCStrings<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let ends = texts.map { $0.map { $0.utf8.count + 1 } ?? 0 }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(ends.reduce(0, +), 1)) { bytes in
        withUnsafeTemporaryAllocation(
            of: UnsafePointer<CChar>?.self, capacity: texts.count + 1
        ) { pointers in
            pointers.initialize(repeating: nil)
            guard let base = bytes.baseAddress, let list = pointers.baseAddress else {
                preconditionFailure("an allocation of at least one element has an address")
            }
            var offset = 0
            for (index, text) in texts.enumerated() {
                guard let text else { continue }
                pointers[index] = UnsafePointer(base + offset)
                for byte in text.utf8 {
                    // A zero byte ends a text in C.
                    (base + offset).initialize(to: CChar(bitPattern: byte))
                    offset += 1
                }
                (base + offset).initialize(to: 0)
                offset += 1
            }
            return body(UnsafePointer(list))
        }
    }
}
