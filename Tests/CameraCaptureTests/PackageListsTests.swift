import Testing

@testable import CameraCapture

/// What is read from the lists that apt and apt-file print.
@Suite struct PackageListsTests {
    @Test func elementsAreReadFromAptsLists() {
        let packages = PackageLists.elements(
            in: """
                Package: gstreamer1.0-x
                Gstreamer-Elements: pangocairo, ximagesink,xvimagesink
                Package: nano
                Package: gstreamer1.0-wpe
                Gstreamer-Elements: wpesrc

                """
        )
        #expect(
            packages == [
                "pangocairo": "gstreamer1.0-x", "ximagesink": "gstreamer1.0-x",
                "xvimagesink": "gstreamer1.0-x",
                "wpesrc": "gstreamer1.0-wpe",
            ]
        )
    }

    @Test func pluginsAreReadFromAptFilesLists() {
        let packages = PackageLists.plugins(
            in: """
                clapper: /usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstclapper.so
                gstreamer1.0-vaapi: /usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstvaapi.so
                short: /usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstde.so
                other: /usr/lib/x86_64-linux-gnu/gstreamer-1.0/README
                nonsense

                """
        )
        #expect(packages == ["clapper": "clapper", "vaapi": "gstreamer1.0-vaapi"])
    }
}
