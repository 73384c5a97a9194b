import App
import MapModel
import Receivers

/// What carries out effects: the loop of the screen, or a run without one. Both follow the same tables.
package protocol EffectHost {
    var state: AppState { get set }
    var work: DataWork { get }
    /// The time since the start of the program.
    var now: Duration { get }

    /// Starts a job; its answer is applied when it is there.
    mutating func start(_ job: BackgroundJob)
    mutating func cancel(_ slots: [BackgroundJob.Slot])
    /// Does what only a terminal can; without one, nothing.
    mutating func show(_ request: TerminalRequest)
    /// Writes what is kept besides rows.
    mutating func keep(_ record: KeptRecord)
}

/// What is asked of the terminal.
package enum TerminalRequest {
    case repaint
    case ring
    case suspend
    /// Hands bytes to its clipboard.
    case copy([UInt8])
    case useMouse(Bool)
    /// Writes what it shows into a file.
    case picture(SaveRequest)
}

/// What is kept in files besides rows.
package enum KeptRecord {
    case views(KeptViews)
    case track(Track)
    case verdicts([JudgedFix])
}

extension EffectHost {
    /// Changes the state, and carries out what that asks for.
    ///
    /// - Parameter isTypedAhead: more keys were typed than were carried out.
    package mutating func change(_ action: Action, isTypedAhead: Bool = false) {
        for effect in state.update(action, at: now, isTypedAhead: isTypedAhead) { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .repaint: show(.repaint)
        case .ring: show(.ring)
        case .suspend: show(.suspend)
        case .copy(let bytes): show(.copy(bytes))
        case .useMouse(let isOn): show(.useMouse(isOn))
        case .savePicture(let request): show(.picture(request))
        case .keepBookmarks: keep(.views(state.keptViews))
        case .saveTrack: if let track = state.position?.track { keep(.track(track)) }
        case .writeVerdicts(let judged): keep(.verdicts(judged))
        case .cancelSearch: cancel([.rowSearch, .placeSearch, .serverSearch])
        case .cancelLoading: cancel([.load, .names])
        case .cancelSaving: cancel([.rowFile])
        default:
            guard let job = work.job(for: effect) else { return }
            job.prepare()
            start(job)
        }
    }
}
