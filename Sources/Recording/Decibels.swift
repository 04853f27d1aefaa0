internal import Glibc

/// A ratio of amplitudes in decibels.
func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }
