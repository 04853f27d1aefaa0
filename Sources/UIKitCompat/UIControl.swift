internal import AVFoundation

/// A view that people operate; on Linux nobody draws it, and the program calls its actions itself.
open class UIControl: UIView {
    /// How a control stands.
    public struct State: OptionSet, Sendable {
        /// UIKit's bits.
        public let rawValue: UInt

        /// Makes a state from UIKit's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// As usual.
        public static let normal: State = []
        /// Being pressed.
        public static let highlighted = State(rawValue: 1)
        /// Not to be used.
        public static let disabled = State(rawValue: 2)
        /// Chosen.
        public static let selected = State(rawValue: 4)
    }

    /// Whether the control can be used.
    open var isEnabled = true
    /// Whether the control is chosen.
    open var isSelected = false
    /// Whether the control is being pressed.
    open var isHighlighted = false

    /// How the control stands.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }
}
