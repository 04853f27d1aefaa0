import Testing

/// What Apple's capture classes promise, on the built-in test devices; the numbers are those of the 21 behaviours.
///
/// One at a time, since each records in real time.
@Suite(.serialized) struct Conformance {}
