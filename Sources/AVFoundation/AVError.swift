public import Foundation

/// The domain of all errors of this module.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Something that went wrong in capturing.
///
/// It behaves as Apple's: it can be caught by its code (`catch AVError.diskFull`), as an `NSError` with a `userInfo`,
/// and made from an `NSError` of its domain.
public struct AVError: _BridgedStoredNSError {
    /// The error as Objective-C knows it.
    public let _nsError: NSError

    /// Wraps an error; its domain is not looked at.
    public init(_nsError: NSError) { self._nsError = _nsError }

    /// The domain of all errors of this type.
    public static var _nsErrorDomain: String { AVFoundationErrorDomain }

    /// What went wrong; `unknown` for a number that is none of Apple's.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// Feeds the code; the other parts of an `NSError` have no hash on Linux.
    public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }

    /// The hash of the code.
    public var hashValue: Int { _nsError.code.hashValue }
}

// Without this conformance "catch let error as NSError" would not find the error on Linux.
extension AVError: _ObjectiveCBridgeable {
    /// The error as Objective-C knows it.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Takes an `NSError` of the right domain.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
        result = AVError(_bridgedNSError: source)
    }

    /// Takes an `NSError` of the right domain; false for any other.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
        result = AVError(_bridgedNSError: source)
        return result != nil
    }

    /// Takes an `NSError`; one of another domain becomes `unknown`.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
        source.flatMap { AVError(_bridgedNSError: $0) } ?? AVError(.unknown)
    }
}
