# Which tests run together, as patterns of their names; read by scripts in the root of the repository.

# The program and its screen.
screen='^(TerminalInput|TerminalScreen|App|Scene|Runtime|Program|Repository)Tests\.'
# Those and what is drawn: about half of the time of all.
half="$screen|^(CellGraphics|Streets|Basemaps)Tests\."
# The program as a whole.
whole='^EndToEndTests\.'
# What starts programs or servers: that, another target, and the files with the tag. The name of a test ends with its file.
tagged=$(grep -rl --include='*.swift' '\.tags(\.startsPrograms)' Tests/*Tests |
    sed 's|.*/||; s|\.swift$||; s|[.+]|\\&|g' | paste -sd '|')
programs="$whole|^EngineTests\.|/($tagged)\.swift:"
