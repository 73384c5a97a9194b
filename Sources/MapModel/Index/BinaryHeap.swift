/// A priority queue with the least element first. Source: Williams, "Algorithm 232: Heapsort", CACM 7, 1964.
struct BinaryHeap<Element: Comparable> {
    /// No element is less than the one at half its index.
    private(set) var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, element < elements[(place - 1) / 2] {
            elements[place] = elements[(place - 1) / 2]
            place = (place - 1) / 2
        }
        elements[place] = element
    }

    mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        if !elements.isEmpty { replaceFirst(with: last) }
        return first
    }

    /// Replaces the least element by `element`; the queue must not be empty.
    mutating func replaceFirst(with element: Element) {
        var place = 0
        while 2 * place + 1 < elements.count {
            var child = 2 * place + 1
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < element else { break }
            elements[place] = elements[child]
            place = child
        }
        elements[place] = element
    }
}
