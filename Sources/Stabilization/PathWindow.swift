/// Where the camera looked before and after one picture, seen from it.
///
/// Everything is relative to the picture that is due, so nothing adds up over a long film: not rounding, and not the
/// growth of a zoom. Positions are poses: where a picture's point lies in the due picture.
struct PathWindow {
    /// A number for each of the four ways a picture can move.
    typealias Axes = SIMD4<Double>

    /// Seconds from the due picture.
    let times: [Double]
    /// Where the camera looked: across, down, angle, logarithm of scale.
    let poses: [Axes]
    /// The index of the due picture, where all is zero.
    let due: Int

    /// The window around `frames[index]`, as far as the path goes without a break.
    ///
    /// - Parameters:
    ///   - frames: The path.
    ///   - index: The due picture.
    ///   - past: How many seconds before it count.
    init(_ frames: ArraySlice<PathFrame>, at index: Int, past: Double) {
        let now = frames[index].time
        var times = [0.0]
        var poses = [Axes.zero]
        var pose = Similarity.identity
        var place = index
        while place > frames.startIndex, !frames[place].startsAnew, now - frames[place - 1].time <= past {
            pose = pose * frames[place].motion
            place -= 1
            times.append(frames[place].time - now)
            poses.append(pose.axes)
        }
        times.reverse()
        poses.reverse()
        due = times.count - 1
        pose = .identity
        place = index + 1
        while place < frames.endIndex, !frames[place].startsAnew {
            pose = pose * frames[place].motion.inverse
            times.append(frames[place].time - now)
            poses.append(pose.axes)
            place += 1
        }
        self.times = times
        self.poses = poses
    }
}

extension Similarity {
    var axes: PathWindow.Axes { PathWindow.Axes(x, y, angle, logScale) }

    init(_ axes: PathWindow.Axes) {
        self.init(x: axes[0], y: axes[1], angle: axes[2], logScale: axes[3])
    }
}
