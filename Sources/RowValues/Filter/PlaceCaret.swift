/// The caret inside the brackets of a function that says where rows are.
struct PlaceCaret {
    let function: FilterFunction
    /// The number of the argument at the caret.
    let argument: Int
    /// The name of the set or layer that is the first argument.
    let set: String?
    /// The bytes of the argument at the caret, as far as it goes.
    let range: Range<Int>

    /// Nil where the caret is elsewhere.
    init?(_ tokens: [FilterToken], caret: Int) {
        for (index, token) in tokens.enumerated().reversed() where token.range.upperBound <= caret {
            guard let function = token.function(before: tokens[min(index + 1, tokens.count - 1)]),
                function.isAboutPlaces, tokens[index + 1].range.upperBound <= caret
            else { continue }
            let close = tokens.closingBracket(of: index + 1)
            if let close, tokens[close].range.lowerBound < caret { continue }
            self.init(function, tokens[(index + 2)..<(close ?? tokens.count)], caret)
            return
        }
        return nil
    }

    private init(_ function: FilterFunction, _ tokens: ArraySlice<FilterToken>, _ caret: Int) {
        self.function = function
        var (depth, argument, start) = (0, 0, tokens.first?.range.lowerBound ?? caret)
        for token in tokens where token.range.upperBound <= caret {
            switch token.kind {
            case .sign(.open): depth += 1
            case .sign(.close): depth -= 1
            // The other commas are those of a filter.
            case .sign(.comma) where depth == 0 && argument == 0:
                (argument, start) = (1, token.range.upperBound)
            default: break
            }
        }
        self.argument = argument
        range = min(start, caret)..<max(tokens.last?.range.upperBound ?? caret, caret)
        switch tokens.first?.kind {
        case .word, .quotedName, .bareText: set = tokens.first?.value
        default: set = nil
        }
    }
}

extension FilterToken {
    /// The function that it is the name of.
    func function(before next: FilterToken) -> FilterFunction? {
        kind == .word && next.kind == .sign(.open) ? FilterFunction(word: value) : nil
    }
}

extension [FilterToken] {
    /// The bracket that closes another one; nil where none does.
    func closingBracket(of open: Int) -> Int? {
        var depth = 0
        for index in open..<count {
            if self[index].kind == .sign(.open) { depth += 1 }
            if self[index].kind == .sign(.close) { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The same with a geometry in place of each function that says where rows are: a condition by itself.
    var withoutPlaceFunctions: [FilterToken] {
        var rest: [FilterToken] = []
        var index = 0
        while index < count {
            let token = self[index]
            if index + 1 < count, token.function(before: self[index + 1])?.isAboutPlaces == true,
                let close = closingBracket(of: index + 1)
            {
                let range = token.range.lowerBound..<self[close].range.upperBound
                rest.append(FilterToken(kind: .geometry, range: range, value: ""))
                index = close
            } else {
                rest.append(token)
            }
            index += 1
        }
        return rest
    }
}
