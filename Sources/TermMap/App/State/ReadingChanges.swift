import CellGraphics
import DataSets
import RowValues

/// What changed since the source was read the time before.
package struct ReadingChanges: Sendable {
    /// How many rows; nil until it is known.
    package internal(set) var counts: ChangeCounts?
    /// What the reload has lost besides, in words that follow others.
    let losses: KeyedText
    /// The map shows it.
    package internal(set) var areShown: Bool

    init(losses: KeyedText, areShown: Bool) { (self.losses, self.areShown) = (losses, areShown) }

    /// `+2 −1 · 3 changed: gd shows`
    var words: KeyedText? {
        guard let counts else { return nil }
        guard counts.differences > 0 else { return "Reloaded: no difference" }
        let signs = [(.added, "+"), (.removed, "−")].compactMap { (change: ChangeClass, sign) in
            counts[change] > 0 ? sign + counts[change].grouped : nil
        }
        let others = [ChangeClass.moved, .changed].compactMap { change in
            counts[change] > 0 ? "\(counts[change].grouped) \(change.name)" : nil
        }
        let parts = (signs.isEmpty ? [] : [signs.joined(separator: " ")]) + others
        let text = KeyedText(DisplayText(sanitising: parts.joined(separator: " · ")))
        return areShown ? text : text + ": \(key: .changes(.toggle)) shows"
    }
}
