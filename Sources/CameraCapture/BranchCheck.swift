internal import GStreamer
internal import PipelineTemplates

/// Whether branches have queues where they meet or part, and whether every chain gets something.
struct BranchCheck {
    let checked: CheckedTemplate

    private typealias Place = CheckedTemplate.Place

    var problems: [TemplateError] { muxerProblems + teeProblems + loneProblems }

    // MARK: - Muxers

    /// A muxer waits for all its streams, so each needs a queue to keep what comes meanwhile.
    private var muxerProblems: [TemplateError] {
        var problems: [TemplateError] = []
        for part in checked.parts.indices {
            var branches: [Place: [Place]] = [:]
            for place in checked.places where place.part == part && place.node > 0 {
                guard let muxer = element(at: place), checked.factory(at: place)?.isA("Muxer") == true else {
                    continue
                }
                branches[muxer, default: []].append(place)
            }
            for (muxer, ends) in branches where ends.count > 1 {
                for end in ends where !isQueue(before: end) {
                    let name = checked.node(muxer).element?.factory ?? "the muxer"
                    problems.append(
                        checked.problem(
                            end,
                            "a stream goes into \(name) without a queue, and \(name) waits for the others",
                            "Write queue ! before it."
                        )
                    )
                }
            }
        }
        return problems
    }

    private func isQueue(before place: Place) -> Bool {
        for index in (0..<place.node).reversed() {
            let node = checked.chain(place).nodes[index]
            if case .caps = node.kind { continue }
            return node.element.map { BranchCheck.isQueue($0.factory) } ?? false
        }
        return false
    }

    // MARK: - Tees

    /// One branch of a tee may go without a queue; two block each other.
    private var teeProblems: [TemplateError] {
        var bare: [Place: [Place]] = [:]
        for place in checked.places {
            guard let tee = element(at: place), checked.node(tee).element?.factory == "tee",
                place.node == 0 || tee == place
            else { continue }
            let next = Place(part: place.part, chain: place.chain, node: place.node + 1)
            guard next.node < checked.chain(place).nodes.count,
                checked.node(next).element.map({ BranchCheck.isQueue($0.factory) }) != true
            else { continue }
            bare[tee, default: []].append(next)
        }
        return bare.values.filter { $0.count > 1 }.flatMap { branches in
            branches.sorted { ($0.part, $0.chain, $0.node) < ($1.part, $1.chain, $1.node) }.dropFirst().map {
                checked.problem(
                    $0,
                    "two branches of the tee have no queue, and block each other",
                    "Write queue ! behind the tee."
                )
            }
        }
    }

    // MARK: - Chains

    /// Elements that begin a chain though they need something to come in.
    private var loneProblems: [TemplateError] {
        checked.places.filter { $0.node == 0 }.compactMap { place in
            let part = checked.parts[place.part]
            let begins = [.videoSource, .videoTest, .audioSource].contains(part.stage)
            guard place.chain > 0 || begins, part.stage != .sink, !part.fragment.hasBins,
                let element = checked.node(place).element, let factory = checked.factory(of: element),
                factory.formats(.sink) != nil, !isReferred(element.name)
            else { return nil }
            guard place.chain > 0 else {
                return checked.problem(
                    place,
                    "the stage begins with \(element.factory), which needs something to come in",
                    "Begin with a source, for example v4l2src."
                )
            }
            return checked.problem(
                place,
                "nothing is linked to \(element.factory)",
                "Write ! between it and the element before it."
            )
        }
    }

    private func isReferred(_ name: String?) -> Bool {
        guard let name else { return false }
        return checked.places.contains {
            if case .reference(let other) = checked.node($0).kind { other == name } else { false }
        }
    }

    /// The element at a place, or the one that the reference there means.
    private func element(at place: Place) -> Place? {
        switch checked.node(place).kind {
        case .element: place
        case .reference(let name): checked.place(of: name, from: place)
        case .caps: nil
        }
    }

    private static func isQueue(_ factory: String) -> Bool {
        ["queue", "queue2", "multiqueue"].contains(factory)
    }
}
