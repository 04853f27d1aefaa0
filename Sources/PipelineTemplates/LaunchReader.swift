/// Takes a stage's text apart as GStreamer's own parser would, and notes what that would trip over.
///
/// Pure text; whether elements and properties exist is somebody else's question.
struct LaunchReader {
    private let stage: StageText
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var fragment = LaunchFragment()
    /// The element that properties belong to, and the text of the last node; both still grow.
    private var element: LaunchElement?
    private var nodeText = ""
    /// A `!` that has nothing behind it yet.
    private var openLink: Int?
    /// Whether `(` was read just now, so that properties belong to the bin.
    private var isBinOpen = false
    /// Whether what follows belongs to something that was reported already.
    private var isLost = false
    /// Whether nothing counts up to the next `!`.
    private var isSkipping = false

    private init(_ stage: StageText) {
        self.stage = stage
        scalars = Array(stage.text.unicodeScalars)
    }

    /// The parts of a stage's text.
    static func read(_ stage: StageText) -> LaunchFragment {
        guard !stage.isAuto else { return LaunchFragment() }
        var reader = LaunchReader(stage)
        return reader.read()
    }

    private mutating func read() -> LaunchFragment {
        while let start = skipBlanks() {
            switch scalars[start] {
            case "!": link(at: start)
            case ":" where isEnd(start + 1): link(at: start)
            case "(", ")":
                fragment.hasBins = true
                isBinOpen = scalars[start] == "("
                index += 1
            default: word(at: start)
            }
        }
        closeElement()
        return fragment
    }

    // MARK: - Parts

    private mutating func link(at start: Int) {
        index = start + 1
        if openLink != nil, !isLost {
            report(start, "nothing stands between two !", "Remove one of them.")
        }
        openLink = start
        isLost = false
        isSkipping = false
        guard let next = skipBlanks(), isMediaType(at: next) else { return }
        while index < scalars.count, scalars[index] != "!" { index += scalars[index] == "\\" ? 2 : 1 }
        index = min(index, scalars.count)
        var end = index
        while end > next, scalars[end - 1] == " " { end -= 1 }
        add(.caps, from: next, to: end)
        let text = scalars[next..<end]
        if let (offset, problem) = CapsText.problem(in: text) {
            report(offset, problem.message, problem.hint)
        }
    }

    private mutating func word(at start: Int) {
        if isSkipping {
            index = runEnd(from: start)
            return
        }
        if let habit = ShellHabit.find(in: beginning(from: start), isAtStart: fragment.chains.isEmpty) {
            report(start, habit.message, habit.hint)
            index = max(runEnd(from: start), habit.takesQuote ? quotedEnd(from: start) ?? 0 : 0)
            isLost = true
            isSkipping = habit.takesRest
            return
        }
        let nameEnd = identifierEnd(from: start)
        if nameEnd > start, let equals = firstUnblank(from: nameEnd), scalars[equals] == "=" {
            return property(from: start, nameEnd: nameEnd, equals: equals)
        }
        if scalars[start] == ".", identifierEnd(from: start + 1) > start + 1 {
            // The pad of the element before or behind it; which one does not matter here.
            index = identifierEnd(from: start + 1)
            appendText(from: start, to: index)
            return
        }
        if nameEnd > start, nameEnd < scalars.count, scalars[nameEnd] == "." {
            let end = identifierEnd(from: nameEnd + 1)
            if end == nameEnd + 1, end < scalars.count, scalars[end] == "(" {
                // "bin.(" begins a bin of a certain kind; the bracket comes next.
                index = end
                return
            }
            if isEnd(end) || scalars[end] == "!" {
                index = end
                return add(.reference(text(start, nameEnd)), from: start, to: end)
            }
        }
        if nameEnd > start, isEnd(nameEnd) || "!()".unicodeScalars.contains(scalars[nameEnd]) {
            index = nameEnd
            let element = LaunchElement(factory: text(start, nameEnd), position: position(start))
            return add(.element(element), from: start, to: nameEnd)
        }
        if let end = referenceEnd(from: start), isEnd(end) || scalars[end] == "!" {
            // Which element it is, the parameter tells.
            index = end
            return add(
                .element(LaunchElement(factory: text(start, end), position: position(start))),
                from: start,
                to: end
            )
        }
        index = runEnd(from: start)
        if !isLost { stray(start, index) }
        isLost = true
    }

    private mutating func property(from start: Int, nameEnd: Int, equals: Int) {
        index = equals + 1
        let name = text(start, nameEnd)
        guard let valueStart = skipBlanks() else {
            return report(start, "\(shown(name)) has no value", "Write it behind the =.")
        }
        let end = max(runEnd(from: valueStart), quotedEnd(from: valueStart) ?? 0)
        index = end
        if isLost || isBinOpen { return }
        guard openLink == nil, element != nil else {
            isLost = true
            return report(
                start,
                "\(shown(text(start, end))) belongs to no element",
                "Write an element before it; caps begin with a media type, as in video/x-raw, width=640."
            )
        }
        let property = LaunchProperty(
            name: name,
            value: text(valueStart, end),
            position: position(start),
            valuePosition: position(valueStart)
        )
        element?.properties.append(property)
        appendText(from: start, to: end)
    }

    private mutating func stray(_ start: Int, _ end: Int) {
        if isMediaType(at: start) {
            return report(start, "caps stand without a ! before them", "Write ! before and behind caps.")
        }
        report(
            start,
            "\(shown(text(start, end))) is neither an element nor a property",
            "Write ELEMENT PROPERTY=VALUE, and ! between elements."
        )
    }

    private mutating func add(_ kind: LaunchNode.Kind, from start: Int, to end: Int) {
        closeElement()
        if case .element(let new) = kind { element = new }
        nodeText = text(start, end)
        let node = LaunchNode(kind: kind, text: text(start, end), position: position(start))
        if openLink != nil, !fragment.chains.isEmpty {
            fragment.chains[fragment.chains.count - 1].nodes.append(node)
        } else {
            fragment.chains.append(LaunchChain(nodes: [node]))
        }
        openLink = nil
        isBinOpen = false
        isLost = false
    }

    private mutating func appendText(from start: Int, to end: Int) {
        if openLink == nil, !fragment.chains.isEmpty { nodeText += " " + text(start, end) }
    }

    /// Puts what was gathered for the last node where it belongs.
    private mutating func closeElement() {
        let chain = fragment.chains.count - 1
        guard chain >= 0 else { return }
        let node = fragment.chains[chain].nodes.count - 1
        fragment.chains[chain].nodes[node].text = nodeText
        if let element { fragment.chains[chain].nodes[node].kind = .element(element) }
        element = nil
    }

    private mutating func report(_ offset: Int, _ message: String, _ hint: String) {
        let place = position(offset)
        guard fragment.problems.count < TemplateParser.mostProblems else { return }
        fragment.problems.append(
            TemplateError(
                file: stage.origin,
                line: place.line,
                column: place.column,
                message: message,
                hint: hint
            )
        )
    }

    // MARK: - Characters

    private func text(_ start: Int, _ end: Int) -> String { String(scalars: scalars[start..<end]) }

    private func position(_ offset: Int) -> Position { stage.position(of: offset) }

    private func isEnd(_ index: Int) -> Bool { index >= scalars.count || scalars[index] == " " }

    private func firstUnblank(from start: Int) -> Int? {
        var index = start
        while index < scalars.count, scalars[index] == " " { index += 1 }
        return index < scalars.count ? index : nil
    }

    private mutating func skipBlanks() -> Int? {
        index = firstUnblank(from: index) ?? scalars.count
        return index < scalars.count ? index : nil
    }

    /// As much of a word as is needed to tell what it is.
    private func beginning(from start: Int) -> ArraySlice<Unicode.Scalar> {
        let limit = 64
        return scalars[start..<min(scalars.count, start + limit)].prefix { $0 != " " }
    }

    /// The end of a `${name}` that begins here; nil when none does.
    private func referenceEnd(from start: Int) -> Int? {
        guard start + 1 < scalars.count, scalars[start] == "$", scalars[start + 1] == "{" else { return nil }
        return scalars[start...].firstIndex(of: "}").map { $0 + 1 }
    }

    private func identifierEnd(from start: Int) -> Int {
        var index = start
        while index < scalars.count, CapsText.isNameScalar(scalars[index]) { index += 1 }
        return index
    }

    /// The end of the characters up to a blank; a backslash takes the next one along.
    private func runEnd(from start: Int) -> Int {
        var index = start
        while !isEnd(index) { index += scalars[index] == "\\" ? 2 : 1 }
        return min(index, scalars.count)
    }

    /// The end of a text in quotes that begins here; nil when none does.
    private func quotedEnd(from start: Int) -> Int? {
        let mark = scalars[start]
        guard mark == "\"" || mark == "'" else { return nil }
        var index = start + 1
        while index < scalars.count {
            if scalars[index] == mark { return index + 1 }
            index += scalars[index] == "\\" ? 2 : 1
        }
        return nil
    }

    private func isMediaType(at start: Int) -> Bool { CapsText.beginsWithMediaType(scalars[start...]) }
}
