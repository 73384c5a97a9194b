import CellGraphics
import DataSets

extension KeyMap {
    /// The keys of a comparison, which come before those of the map.
    static let changeBindings: [KeyBinding] =
        [
            ("gd", "changes", ChangeCommand.toggle, "what changed", "changes"),
            (".", "next-change", .step(forward: true), "next, previous change", "next change"),
            (",", "previous-change", .step(forward: false), "next, previous change", "next change"),
            ("x", "old-new", .turn, "old, new, what changed", "old, new"),
            ("t", "change-list", .list, "list of changes", "list"),
            ("S", "changed-columns", .columns, "what changed, by column", "columns"),
            ("", "unsure", .unsure, "rows paired uncertainly", "unsure"),
        ].map { keys, name, command, help, hint in
            KeyBinding(
                strokes: keys.split(separator: " ").compactMap { BoundStroke(String($0)) }, name: name,
                command: .changes(command), places: command == .toggle ? [.map] : [.changes], group: .changes,
                help: help, hint: hint)
        }
        + [
            KeyBinding(
                strokes: [BoundStroke("/")].compactMap(\.self), name: "search-changes",
                command: .changes(.search), places: [.list(.changes)], group: .changes,
                help: "search the changes", hint: "search")
        ]
        + [("<", "change-order-left", -1), (">", "change-order-right", 1)].map { keys, name, step in
            KeyBinding(
                strokes: [BoundStroke(keys)].compactMap(\.self), name: name,
                command: .changes(.sort(step: step)), places: [.list(.changes)], group: .changes,
                help: "order of the changes", hint: "order")
        }

    /// The keys that matter while changes are shown, and nothing is selected, or a row.
    func changeHints(_ state: AppState) -> [CommandHint] {
        let isChanges = state.showsChanges
        let classes = [
            CommandHint((1...4).map(Command.toggleClass), says: "show, hide"),
            CommandHint((1...4).map(Command.onlyClass), says: "only this"),
        ]
        return [CommandHint(.changes(.step(forward: true)), .changes(.step(forward: false)))]
            + (isChanges ? classes : [])
            + [
                CommandHint(.changes(.turn)), CommandHint(.changes(.list)),
                CommandHint(.details, says: "old → new"), CommandHint(.filter),
                CommandHint(.changes(.columns)),
                CommandHint(.cancel),
            ]
    }
}
