extension String {
    /// Keys with words in place of arrows: in ASCII these would be letters and signs, which are other keys.
    var withArrowsSpelled: String {
        guard contains(where: { "←↓↑→".contains($0) }) else { return self }
        return replacing("← ↓ ↑ →", with: "arrows").replacing("←", with: "Left").replacing("→", with: "Right")
            .replacing("↑", with: "Up").replacing("↓", with: "Down")
    }
}
