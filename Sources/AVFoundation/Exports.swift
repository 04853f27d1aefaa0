// Apple's module brings these with it, and code that is carried over relies on it.
@_exported public import Dispatch
@_exported public import Foundation
