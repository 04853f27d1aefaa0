/// A stage's launch fragment taken apart, with the place of each part in its file.
package struct LaunchFragment: Sendable, Hashable {
    /// The chains, in the order of the text; within a chain everything is linked with `!`.
    package internal(set) var chains: [LaunchChain] = []
    /// What is no launch syntax, or means something else than it seems to.
    package internal(set) var problems: [TemplateError] = []
    /// Whether parts of it are in brackets, which make a bin.
    package internal(set) var hasBins = false

    /// All elements in the order of the text.
    package var elements: [LaunchElement] { chains.flatMap(\.nodes).compactMap(\.element) }
}

/// Nodes that are linked with `!`.
package struct LaunchChain: Sendable, Hashable {
    /// The nodes in their order.
    package internal(set) var nodes: [LaunchNode] = []
}

/// What stands between two `!`.
package struct LaunchNode: Sendable, Hashable {
    /// What a node is.
    package enum Kind: Sendable, Hashable {
        /// An element with its properties.
        case element(LaunchElement)
        /// A media format.
        case caps
        /// An element that stands elsewhere, written `name.` or `name.pad`.
        case reference(String)
    }

    /// What it is.
    package internal(set) var kind: Kind
    /// The text as it stands in the file, with its `${...}`.
    package internal(set) var text: String
    /// Where it begins.
    package let position: Position

    /// The element; nil for another kind of node.
    package var element: LaunchElement? {
        if case .element(let element) = kind { element } else { nil }
    }
}

/// An element of a fragment.
package struct LaunchElement: Sendable, Hashable {
    /// The factory's name, such as `x264enc`; or a `${name}`, before values are put in.
    package internal(set) var factory: String
    /// Where the name begins.
    package let position: Position
    /// The properties in the order of the text.
    package internal(set) var properties: [LaunchProperty] = []

    /// The value of `name=`, without quotes; nil when it has none.
    package var name: String? { properties.last { $0.name == "name" }.map { launchValue($0.value) } }
}

/// A `name=value` behind an element.
package struct LaunchProperty: Sendable, Hashable {
    /// The property's name.
    package let name: String
    /// The value as it stands in the file, with its quotes and its `${...}`.
    package let value: String
    /// Where the name begins.
    package let position: Position
    /// Where the value begins.
    package let valuePosition: Position
}

/// A property's value as GStreamer's parser hands it on: without the quotes around it and without backslashes.
package func launchValue(_ text: String) -> String {
    var inner = text.unicodeScalars[...]
    for mark in ["\"", "'"] as [Unicode.Scalar] {
        if inner.count >= 2, inner.first == mark, inner.last == mark {
            inner = inner.dropFirst().dropLast()
            break
        }
    }
    var result = String.UnicodeScalarView()
    var (isEscaped, inQuotes) = (false, false)
    for scalar in inner {
        if scalar == "\\", !isEscaped, !inQuotes {
            isEscaped = true
            continue
        }
        if scalar == "\"", !isEscaped { inQuotes.toggle() }
        result.append(scalar)
        isEscaped = false
    }
    return String(result)
}
