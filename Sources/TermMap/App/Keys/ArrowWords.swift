extension String {
    /// Keys with arrows spelled out: ASCII would draw them as `<`, `>`, `^` and `v`, which are other keys.
    package var withArrowsSpelled: String {
        guard contains(where: { "←↓↑→".contains($0) }) else { return self }
        return replacing("← ↓ ↑ →", with: "arrows").replacing("←", with: "Left").replacing("→", with: "Right")
            .replacing("↑", with: "Up").replacing("↓", with: "Down")
    }
}
