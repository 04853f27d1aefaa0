extension Element {
    /// An element that a program got from C, as its `GstElement *`; a floating reference is taken over, to any other
    /// one is added.
    public init(foreign pointer: UnsafeMutableRawPointer) {
        reference = ObjectReference(sinking: pointer)
    }
}
