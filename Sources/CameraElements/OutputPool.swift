internal import CGStreamer

/// A pool of buffers for raw pictures, the next element's where it has one; switched on while this lives.
final class OutputPool: Sendable {
    private let pool: ObjectAddress<GstBufferPool>

    /// Takes over a pool that is switched on.
    private init(_ pool: UnsafeMutablePointer<GstBufferPool>) { self.pool = ObjectAddress(pool) }

    deinit {
        gst_buffer_pool_set_active(pool.pointer, 0)
        gst_object_unref(pool.pointer)
    }

    /// Asks the next element for a pool, and makes one when it has none that does; nil when none can be made.
    ///
    /// The caps have been sent downstream already. The pool before must be gone: the next element may offer the same
    /// one again, which would be switched off with it. The corresponding query is ALLOCATION.
    static func negotiate(
        _ source: PadAddress,
        caps: UnsafeMutablePointer<GstCaps>,
        size: UInt32
    ) -> OutputPool? {
        guard let query = gst_query_new_allocation(caps, 1) else { return nil }
        defer { gst_query_unref(query) }
        var wanted = Wanted(size: size)
        // An element that does not answer leaves the query empty.
        _ = gst_pad_peer_query(source.pointer, query)
        wanted.hasVideoMeta =
            gst_query_find_allocation_meta(query, gst_video_meta_api_get_type(), nil) != 0
        if gst_query_get_n_allocation_params(query) > 0 {
            gst_query_parse_nth_allocation_param(query, 0, &wanted.allocator, &wanted.parameters)
        }
        defer { if let allocator = wanted.allocator { gst_object_unref(allocator) } }
        var offered: UnsafeMutablePointer<GstBufferPool>?
        if gst_query_get_n_allocation_pools(query) > 0 {
            var offeredSize: UInt32 = 0
            gst_query_parse_nth_allocation_pool(
                query,
                0,
                &offered,
                &offeredSize,
                &wanted.minimum,
                &wanted.maximum
            )
            wanted.size = max(size, offeredSize)
        }
        if let offered {
            if start(offered, caps: caps, wanted) { return OutputPool(offered) }
            gst_object_unref(offered)
            (wanted.size, wanted.minimum, wanted.maximum) = (size, 0, 0)
        }
        guard let own = gst_video_buffer_pool_new() else { return nil }
        if start(own, caps: caps, wanted) { return OutputPool(own) }
        gst_object_unref(own)
        return nil
    }

    private struct Wanted {
        var size: UInt32
        var minimum: UInt32 = 0
        var maximum: UInt32 = 0
        var hasVideoMeta = false
        var allocator: UnsafeMutablePointer<GstAllocator>?
        var parameters = GstAllocationParams()
    }

    /// Configures a pool and switches it on; false when it does not take the configuration.
    private static func start(
        _ pool: UnsafeMutablePointer<GstBufferPool>,
        caps: UnsafeMutablePointer<GstCaps>,
        _ wanted: Wanted
    ) -> Bool {
        let configuration = gst_buffer_pool_get_config(pool)
        gst_buffer_pool_config_set_params(
            configuration,
            caps,
            wanted.size,
            wanted.minimum,
            wanted.maximum
        )
        withUnsafePointer(to: wanted.parameters) {
            gst_buffer_pool_config_set_allocator(configuration, wanted.allocator, $0)
        }
        if wanted.hasVideoMeta {
            gst_buffer_pool_config_add_option(configuration, "GstBufferPoolOptionVideoMeta")
        }
        if gst_buffer_pool_set_config(pool, configuration) == 0 {
            // The pool wants it a little differently; all right if the sizes and numbers still fit.
            let changed = gst_buffer_pool_get_config(pool)
            guard
                gst_buffer_pool_config_validate_params(
                    changed,
                    caps,
                    wanted.size,
                    wanted.minimum,
                    wanted.maximum
                ) != 0
            else {
                gst_structure_free(changed)
                return false
            }
            guard gst_buffer_pool_set_config(pool, changed) != 0 else { return false }
        }
        return gst_buffer_pool_set_active(pool, 1) != 0
    }

    /// A buffer to write a picture into; waits while all of them are in use.
    func acquire(into buffer: inout UnsafeMutablePointer<GstBuffer>?) -> GstFlowReturn {
        gst_buffer_pool_acquire_buffer(pool.pointer, &buffer, nil)
    }
}
