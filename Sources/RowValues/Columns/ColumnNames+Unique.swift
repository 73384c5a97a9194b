extension ColumnNames {
    /// Makes names unique: the second `size` becomes `size_2`, and a nameless eighth column `column 8`, unless another
    /// column already has that name.
    ///
    /// - Complexity: O(length of names).
    package static func unique(_ names: [String]) -> [String] {
        var taken = Set(names)
        var met: Set<String> = []
        var numbers: [String: Int] = [:]
        return names.enumerated().map { index, name in
            if !name.isEmpty, met.insert(name).inserted { return name }
            let base = name.isEmpty ? "column \(index + 1)" : name
            if taken.insert(base).inserted { return base }
            var number = numbers[base] ?? 2
            while !taken.insert("\(base)_\(number)").inserted { number += 1 }
            numbers[base] = number + 1
            return "\(base)_\(number)"
        }
    }
}
