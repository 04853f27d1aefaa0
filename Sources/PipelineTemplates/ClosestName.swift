/// A hint for a name that is not known: the closest known one, or what there is.
package func nameHint(for name: String, among known: [String]) -> String {
    if let closest = closestName(to: name, among: known) { return "Did you mean \(shown(closest))?" }
    return knownNames(known)
}

/// A sentence that lists the known names.
package func knownNames(_ known: [String]) -> String {
    let limit = 40
    guard !known.isEmpty else { return "There are none." }
    let list = known.sorted().prefix(limit).joined(separator: ", ")
    return "Known: \(list)\(known.count > limit ? ", ..." : "")."
}

/// The known name nearest to `name`, nil when none is near: one letter in three may differ, or the end may be missing.
package func closestName(to name: String, among known: [String]) -> String? {
    let limit = 64
    let wanted = Array(name.lowercased().unicodeScalars.prefix(limit))
    var best: (name: String, distance: Int)?
    for candidate in known.sorted() {
        let letters = Array(candidate.lowercased().unicodeScalars.prefix(limit))
        let distance = editDistance(wanted, letters)
        let shorter = min(wanted.count, letters.count)
        let isNear =
            distance <= max(1, shorter / 3) && distance < max(wanted.count, letters.count)
            || shorter >= 3 && wanted.prefix(shorter) == letters.prefix(shorter)
        if isNear, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour.
func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...first.count {
        var current = [row]
        for column in 1...second.count {
            let isSame = first[row - 1] == second[column - 1]
            var distance = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1]
            {
                distance = min(distance, beforeLast[column - 2] + 1)
            }
            current.append(distance)
        }
        beforeLast = last
        last = current
    }
    return last[second.count]
}
