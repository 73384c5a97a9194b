/// What a key does with the stops of journeys.
package enum StayCommand: Hashable, Sendable {
    /// Looks for them, or closes their list.
    case toggle
    /// By time, by length.
    case order
    case copy
}
