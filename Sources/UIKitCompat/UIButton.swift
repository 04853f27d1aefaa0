/// A button with a title for each of its states.
open class UIButton: UIControl {
    private var titles: [State.RawValue: String] = [:]

    /// Sets the title for a state; nil for the title of the normal state.
    open func setTitle(_ title: String?, for state: State) { titles[state.rawValue] = title }

    /// The title for a state, which is that of the normal state when it has none of its own.
    open func title(for state: State) -> String? {
        titles[state.rawValue] ?? titles[State.normal.rawValue]
    }

    /// The title for the present state.
    open var currentTitle: String? { title(for: state) }
}
