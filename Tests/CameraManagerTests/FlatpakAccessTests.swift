import CameraManager
import Testing

@testable import struct CameraManager.FlatpakAccess

/// In a Flatpak only folders are written to that are the person's own.
@Suite struct FlatpakAccessTests {
    private func isAllowed(_ path: String, _ filesystems: String?) -> Bool {
        let description = filesystems.map {
            "[Application]\nname=org.example.App\nfilesystems=host\n\n[Context]\nfilesystems=\($0)\n"
        }
        let access = FlatpakAccess(description: description, environment: ["HOME": "/home/ada"])
        return (try? access.check(URL(fileURLWithPath: path))) != nil
    }

    @Test(arguments: [
        "host", "home", "xdg-videos", "xdg-videos:create", "xdg-pictures;xdg-videos:rw;", "~/Videos",
        "/home/ada/Videos", "/home/ada",
    ])
    func aGrantIsEnough(filesystems: String) {
        #expect(isAllowed("/home/ada/Videos", filesystems))
        #expect(isAllowed("/home/ada/Videos/Trip", filesystems))
    }

    @Test(arguments: [
        "", "xdg-pictures", "xdg-videos:ro", "host:ro", "!home", "xdg-videos/Trip", "~/Videos2",
        "/home/ada/Vid",
    ])
    func othersAreNot(filesystems: String) {
        #expect(!isAllowed("/home/ada/Videos", filesystems))
    }

    @Test func outsideOfAFlatpakNothingIsRefused() { #expect(isAllowed("/anywhere", nil)) }

    @Test func theErrorSaysWhatToDo() throws {
        let access = FlatpakAccess(description: "[Context]\n", environment: ["HOME": "/home/ada"])
        let error = #expect(throws: AVError.self) {
            try access.check(URL(fileURLWithPath: "/home/ada/Videos"))
        }
        #expect(error?.code == .applicationIsNotAuthorized)
        #expect(error?.localizedDescription == "this Flatpak may not write to /home/ada/Videos")
    }
}
