import CameraCapture
import Dispatch
import Foundation

/// A program as GTK programs are, with a GLib loop on its main thread; prints one line for each way that work gets
/// onto the main queue, and where it ran.
///
/// `attach` runs the loop itself, after `MainLoop.attachToGLib()`; `run` leaves that to `MainLoop.run()`.
@main
enum MainLoopProgram {
    static func main() {
        if CommandLine.arguments.last == "attach" {
            let answers = [MainLoop.attachToGLib(), MainLoop.attachToGLib()]
            DispatchQueue.global().sync {}
            Thread.detachNewThread { putWork(answers + [MainLoop.attachToGLib()]) }
            runGLib()
        } else {
            Thread.detachNewThread { putWork([]) }
            MainLoop.run()
        }
    }

    private static func putWork(_ answers: [Bool]) {
        tell("attached \(answers)")
        DispatchQueue.main.async {
            tell("async \(Thread.isMainThread)")
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) {
                tell("asyncAfter \(Thread.isMainThread)")
                Task { @MainActor in
                    tell("MainActor \(Thread.isMainThread)")
                    try await Task.sleep(for: .milliseconds(50))
                    MainActor.assertIsolated()
                    tell("MainActor again \(Thread.isMainThread)")
                    DispatchQueue.global().async {
                        let sum = (1...1000).reduce(0) { sum, number in
                            DispatchQueue.main.sync { sum + number }
                        }
                        tell("sync \(sum)")
                        exit(0)
                    }
                }
            }
        }
    }

    /// What `gtk_main` and `g_application_run` come to.
    private static func runGLib() {
        typealias New = @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
        typealias Run = @convention(c) (OpaquePointer?) -> Void
        let program = dlopen(nil, RTLD_NOW)
        let new = unsafeBitCast(dlsym(program, "g_main_loop_new"), to: New.self)
        let run = unsafeBitCast(dlsym(program, "g_main_loop_run"), to: Run.self)
        run(new(nil, 0))
    }

    private static func tell(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
