import App
import CellGraphics

/// What is drawn of journeys: that of the strip, else the stops of a history.
struct JourneyLayers {
    private let journey: JourneyPainter?
    private let stays: StayPainter?

    init(_ state: AppState) {
        journey = JourneyPainter(state)
        stays = journey == nil ? StayPainter(state) : nil
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        journey?.take(from: &occupancy)
        stays?.take(from: &occupancy)
    }

    /// Draws what lies below badges.
    func drawLines(into frame: inout CellBuffer) {
        journey?.drawLines(into: &frame)
        stays?.drawLines(into: &frame)
    }

    /// Draws what lies above them.
    func drawSigns(into frame: inout CellBuffer) {
        journey?.drawSigns(into: &frame)
        stays?.drawSigns(into: &frame)
    }
}
