# Which tests run together, as patterns of their names; read by scripts in the root of the repository.

# The program and its screen.
screen='^(TerminalInput|TerminalScreen|App|Scene|Runtime|Program|Repository)Tests\.'
# Those and what is drawn: about half of the time of all.
half="$screen|^(CellGraphics|Streets|Basemaps)Tests\."
# What starts programs or servers: two targets, and the files with the tag. The name of a test ends with its file.
tagged=$(grep -rl --include='*.swift' '\.tags(\.startsPrograms)' Tests/*Tests |
    sed 's|.*/||; s|\.swift$||; s|[.+]|\\&|g' | paste -sd '|')
programs="^(EndToEnd|Engine)Tests\.|/($tagged)\.swift:"
