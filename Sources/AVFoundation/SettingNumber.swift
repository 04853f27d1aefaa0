internal import Foundation

/// Reading numbers out of Apple's dictionaries, where they come in many types.
enum SettingNumber {
    /// The number, 1 or 0 for a Boolean; nil for anything else.
    static func double(_ value: Any?) -> Double? {
        switch value {
        case let number as NSNumber: number.doubleValue
        case let flag as Bool: flag ? 1 : 0
        case let number as any BinaryInteger: Double(number)
        case let number as any BinaryFloatingPoint: Double(number)
        default: nil
        }
    }

    /// The whole number; nil for anything else.
    static func int(_ value: Any?) -> Int? { double(value).flatMap(Int.init(exactly:)) }
}
