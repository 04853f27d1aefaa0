// The engine's values (plans, events, errors, reports) are part of this module's interface.
@_exported public import Recording
