/// The classes of a colouring whose rows are not shown, by what they are: another filter or another reading of the
/// source gives the same value another number.
package struct HiddenClasses: Equatable, Sendable {
    /// What a class is, whatever its number.
    package enum Name: Hashable, Sendable {
        case missing
        case value(String)
        /// All values that have no class of their own.
        case others
        /// One of the ranges of numbers, counted from 1.
        case range(Int)
    }

    private var names: Set<Name> = []
    /// All classes are hidden but those named.
    private var isInverted = false

    /// No class is hidden.
    package init() {}

    /// Whether no class is hidden.
    package var isEmpty: Bool { self == HiddenClasses() }

    /// Whether the rows of a class are not shown.
    package func contains(_ name: Name) -> Bool { names.contains(name) != isInverted }

    /// Hides a class, or shows it again.
    package mutating func toggle(_ name: Name) { names.formSymmetricDifference([name]) }

    /// Hides all classes but one; none when that is so already.
    package mutating func toggleOnly(_ name: Name) {
        var only = HiddenClasses()
        (only.names, only.isInverted) = ([name], true)
        self = self == only ? HiddenClasses() : only
    }
}

extension RowClasses {
    /// What the class with a number is; values beyond the last class are among the others.
    package func name(ofClass number: Int) -> HiddenClasses.Name {
        if number == 0 { return .missing }
        switch scheme {
        case .ranges: return .range(number)
        case .categories(let categories):
            guard number <= categories.count, !categories[number - 1].value.isEmpty else { return .others }
            return .value(categories[number - 1].value)
        }
    }

    /// Whether the rows of the class with a number are not shown.
    package func isHidden(_ number: Int, by hidden: HiddenClasses) -> Bool {
        hidden.contains(name(ofClass: number))
    }
}
