import CNcurses
import CTerminalGuard
import CellGraphics
import Platform
import TerminalInput

/// The screen and the keyboard: the only code that writes to the terminal.
///
/// ncurses draws into a file in memory, from which the bytes go to the terminal without ever waiting for it. So a
/// blocked terminal holds up neither signals nor the loop, and a frame is sent whole before the next is drawn.
/// Whatever way it ends, the guard gives the terminal back; `guard_install` was called before.
/// One at a time, on the main thread.
package final class Terminal: LoopTerminal {
    /// What the user wants of it.
    package struct Wishes: Sendable {
        package var mouse = true
        /// False: attributes only (`NO_COLOR`, `--color never`).
        package var color = true
        /// For benchmarks: ncurses gets every cell of every frame and finds the changes alone.
        package var handsWholeFrames = false

        package init(mouse: Bool = true, color: Bool = true, handsWholeFrames: Bool = false) {
            self.mouse = mouse
            self.color = color
            self.handsWholeFrames = handsWholeFrames
        }
    }

    package var capabilities: TerminalCapabilities
    package let handsWholeFrames: Bool
    package private(set) var columns = 80
    package private(set) var rows = 24
    /// Bytes written to the terminal so far.
    var bytesWritten = 0

    /// The terminal, reopened where possible: it does not block, and nobody shares its flags.
    package let descriptor: Int32
    /// What is printed on standard error meanwhile; nil where that is no terminal.
    package let errors = ErrorCapture()
    private let restoreBytes: [UInt8]
    /// What `TERM` says, or what stands in for it.
    package let type: String
    package var screen: OpaquePointer
    /// Screens that are not used any more: once one of several is deleted, ncurses draws nothing on the others.
    var otherScreens: [OpaquePointer] = []
    /// What ncurses takes for the terminal.
    let sink: MemoryFile
    /// The bytes that ncurses may draw at once: a limit of file sizes is one for a file in memory, too.
    let drawingLimit: Int
    /// The terminal is ours: else nothing is written to it or read from it.
    package private(set) var isActive = false
    private var hasSize = false

    // What is on its way; the extensions in this folder work on it.
    var unsent: ArraySlice<UInt8> = []
    var colorPairs: ColorPairs
    package var shown: CellBuffer?
    var shownRegion: ScrollRegion?
    var renditions = RenditionFilter()
    /// The style that was drawn last, where that is known.
    var lastStyle: Style?
    /// What is to be shown once that is sent, in turn.
    package var waiting: [Presentation] = []
    /// Nil unless the line is slow.
    package var line: LineSpeed?
    var mustClear = false
    /// Where keys and answers come from.
    package var keys = KeyReader()
    /// The terminal was asked for its colours.
    var hasAskedColors = false
    /// What of its answers is in use.
    var adoptedAnswers = TerminalAnswers()
    /// ncurses drew something since the terminal was taken: the alternate screen is entered.
    var hasDrawn = false
    /// The size changed since `readEvents` reported it.
    var hasNewSize = false

    /// Takes standard output if it is a terminal, else /dev/tty; the keys come from the same terminal.
    package init(_ options: Wishes = Wishes()) throws(TerminalError) {
        handsWholeFrames = options.handsWholeFrames
        let isUnicode = TerminalCapabilities.chooseLocale()
        // `COLUMNS=99999` must not make curses ask for gigabytes: `adoptSize` asks the terminal itself.
        use_env(false)
        use_tioctl(true)
        type = try Self.terminalType()
        descriptor = try Self.openTerminal()
        line = LineSpeed(of: descriptor, now: .now)
        drawingLimit = try Self.fileSizeLimit()
        let (screen, sink) = try Self.openCurses(name: type)
        self.screen = screen
        self.sink = sink
        var capabilities = TerminalCapabilities(isUnicode: isUnicode)
        if options.color, has_colors() {
            start_color()
            use_default_colors()
            capabilities = TerminalCapabilities(isUnicode: isUnicode)
        } else {
            capabilities.colorDepth = .none
        }
        if !options.mouse { capabilities.hasMouse = false }
        self.capabilities = capabilities
        colorPairs = ColorPairs(palette: Palette(), capabilities: capabilities)
        renditions.clearsSingly = capabilities.isXtermLike
        restoreBytes = TerminalModes.restore(capabilities)
        keys.decoder.keys = TerminalModes.keys()
        prepareCurses()
        try enter()
        adoptSize()
    }

    deinit {
        leave()
        for screen in [screen] + otherScreens { delscreen(screen) }
        sink.close()
        Descriptor.close(descriptor)
    }

    /// Gives the terminal back. What was not sent is dropped. Does nothing the second time.
    package func leave() {
        guard isActive else { return }
        isActive = false
        unsent = []
        waiting = []
        guard_restore()
    }

    /// Takes the terminal after a stop; everything is drawn again.
    package func retake() {
        try? enter()
        adoptSize()
    }

    /// Asks the system for the size. 0 × 0 (a serial line) counts as 80 × 24.
    func adoptSize() {
        var size = winsize()
        let isKnown = terminalSize(descriptor, &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        let new =
            isKnown
            ? (
                columns: min(Int(size.ws_col), ScreenSize.columns.upperBound),
                rows: min(Int(size.ws_row), ScreenSize.rows.upperBound)
            ) : (columns: 80, rows: 24)
        hasNewSize = hasSize
        if new != (columns, rows) || !hasSize {
            (columns, rows) = new
            // Not `resizeterm`: it would queue a KEY_RESIZE that nobody reads.
            resize_term(Int32(rows), Int32(columns))
        }
        hasSize = true
        // A terminal of the same size may have been smaller for a moment, and has lost what lay beyond that.
        repaint()
    }

    // MARK: Taking the terminal

    private func enter() throws(TerminalError) {
        guard guard_arm(descriptor, restoreBytes.map { CChar(bitPattern: $0) }, restoreBytes.count) else {
            throw .system(call: "tcgetattr", code: SystemError.last.code)
        }
        isActive = true
        errors?.begin()
        var line = TerminalLine(of: descriptor)
        line?.makeRaw()
        guard line?.apply(to: descriptor) == true else {
            throw .system(call: "tcsetattr", code: SystemError.last.code)
        }
        // ncurses believes to be outside after `endwin`, and sends the terminal everything with the next frame.
        endwin()
        discardDrawing()
        hasDrawn = false
        unsent = TerminalModes.enter(capabilities)[...]
        repaint()
    }

    static func terminalType() throws(TerminalError) -> String {
        guard let name = Environment.text("TERM") else { throw .typeNotSet }
        // A name is a file name below the terminfo directories.
        guard name.utf8.count <= 128, !name.contains("/"), !name.hasPrefix(".") else {
            throw .typeUnknown(name: name)
        }
        for name in [name] + types(like: name) {
            var status: Int32 = 0
            guard BundledTerminfo.finding(name, { setupterm(name, -1, &status) == OK ? true : nil }) != nil
            else {
                if status == 0, name == "dumb" { throw .typeTooSimple(name: name) }
                continue
            }
            guard terminfoString("cup") != nil, terminfoString("clear") != nil else {
                throw .typeTooSimple(name: name)
            }
            return name
        }
        throw .typeUnknown(name: name)
    }

    /// What stands in for a type that terminfo does not know, as on an older system that is reached by ssh: the terminals with
    /// these names understand what xterm does, or screen.
    static func types(like name: String) -> [String] {
        let likeXterm = [
            "xterm", "kitty", "foot", "alacritty", "wezterm", "ghostty", "contour", "konsole", "vte", "gnome",
            "iterm", "mintty", "putty", "rio", "st-",
        ]
        func begins(with names: [String]) -> Bool { names.contains { name.lowercased().hasPrefix($0) } }
        if begins(with: ["tmux", "screen"]) { return ["screen-256color", "screen"] }
        guard begins(with: likeXterm) else { return [] }
        return name.hasSuffix("-16color") ? ["xterm"] : ["xterm-256color", "xterm"]
    }

    /// The terminal that standard output is, else the one that controls the process. Nothing waits for it once the guard is armed.
    static func openTerminal() throws(TerminalError) -> Int32 {
        let options: OpenOptions = [.readingAndWriting, .nonBlocking, .noControl]
        guard Descriptor.isTerminal(Descriptor.output) else {
            let descriptor = Descriptor.open("/dev/tty", options)
            guard descriptor >= 0 else { throw .notATerminal }
            return descriptor
        }
        let anew = Descriptor.open("/proc/self/fd/1", options)
        if anew >= 0, Descriptor.isTerminal(anew) { return anew }
        // After `su` the terminal may belong to somebody else. Its flags are those of the shell, too: only the guard changes them,
        // since it puts them back.
        let shared = Descriptor.duplicate(Descriptor.output)
        guard shared >= 0 else { throw .system(call: "dup", code: SystemError.last.code) }
        return shared
    }

    /// A row in pieces is slow; a screen that cannot be drawn at all is none.
    private static func fileSizeLimit() throws(TerminalError) -> Int {
        let limit = AvailableMemory.fileSizeLimit ?? .max
        guard limit >= 512 else { throw .fileSizeLimit(bytes: limit) }
        return limit
    }

    private static func openCurses(
        name: String
    ) throws(TerminalError) -> (OpaquePointer, MemoryFile) {
        guard let sink = MemoryFile(memfd_create("termmap-screen", UInt32(MFD_CLOEXEC))) else {
            throw .system(call: "memfd_create", code: SystemError.last.code)
        }
        guard let screen = BundledTerminfo.finding(name, { newterm(name, sink.stream, sink.stream) }) else {
            throw .typeUnknown(name: name)
        }
        return (screen, sink)
    }

    func prepareCurses() {
        let window = ncursesStandardWindow()
        typeahead(-1)
        nonl()
        curs_set(0)
        leaveok(window, true)
        idlok(window, true)
        // Terminals disagree about the colour of characters that move in, so `shiftBytes` does that itself.
        idcok(window, handsWholeFrames)
        scrollok(window, false)
    }

    // MARK: The file in memory

    /// What ncurses drew since the last call.
    func takeDrawing() -> [UInt8] { sink.take() }

    func discardDrawing() { sink.empty() }
}
