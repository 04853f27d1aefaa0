// Programs need no other import: sessions and devices come with it, and so do the views of the documented signatures.
@_exported public import AVFoundation
@_exported public import UIKitCompat
