/// The sizes that a screen can have, in characters.
///
/// A window on the largest wall of screens is smaller; beyond, a frame would take gigabytes.
public enum ScreenSize {
    /// Columns.
    public static let columns = 1...1000
    /// Rows.
    public static let rows = 1...500
}
