import App
import Streams

extension RunLoop: EffectHost {
    package var work: DataWork { runner.work }

    package mutating func start(_ job: BackgroundJob) { runner.start(job) }

    package mutating func cancel(_ slots: [BackgroundJob.Slot]) { runner.cancel(slots) }

    package mutating func show(_ request: TerminalRequest) {
        switch request {
        case .repaint: repeatLast()
        case .ring: terminal.ring()
        case .suspend: terminal.suspend()
        case .copy(let bytes): terminal.copy(bytes)
        case .useMouse(let isOn): terminal.useMouse(isOn)
        case .picture(let request): runner.save(picture(), of: state, as: request)
        }
    }

    /// Draws everything again, or says the last lines again.
    private mutating func repeatLast() {
        terminal.repaint()
        if case .lines(let terminal) = screen { terminal.print(narrator.last) }
    }

    package mutating func keep(_ record: KeptRecord) { runner.keep(record) }

    package mutating func apply(_ action: Action, isTypedAhead: Bool = false) {
        if case .tick = action {} else { mustPaint = true }
        change(action, isTypedAhead: isTypedAhead)
    }
}
