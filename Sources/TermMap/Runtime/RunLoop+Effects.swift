import App

extension RunLoop {
    /// What is for the terminal, or needs the state, is done here; all else in the background.
    package mutating func begin(_ effect: Effect) {
        switch effect {
        case .repaint: terminal.repaint()
        case .suspend: terminal.suspend()
        case .copy(let bytes): terminal.copy(bytes)
        case .useMouse(let isOn): terminal.useMouse(isOn)
        case .keepBookmarks: runner.keep(state.keptViews)
        case .savePicture(let request): runner.save(picture(), of: state, as: request)
        case .saveTrack: runner.save(state.position?.track)
        default: runner.run(effect)
        }
    }
}
