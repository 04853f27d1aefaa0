// Code that is carried over names sizes, urls and sessions beside its views.
@_exported public import AVFoundation
