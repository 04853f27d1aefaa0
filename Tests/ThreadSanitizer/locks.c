/* Tells the thread sanitizer of the locks that it cannot see, since they are taken in libraries that were built without
   it: the slow ways of Swift's Mutex, and GLib's locks, through which GStreamer hands buffers from thread to thread.
   Loaded with LD_PRELOAD before those libraries. Each function here does what the one behind it does, and adds what
   comes before (release) or after (acquire) in time. In a program without the sanitizer it adds nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static void after(void *lock) {
    if (__tsan_acquire) __tsan_acquire(lock);
}

static void before(void *lock) {
    if (__tsan_release) __tsan_release(lock);
}

/* The function of this name in the library that it belongs to; found once. */
#define REAL(name)                                                                                                     \
    static void *found;                                                                                                \
    void *function = __atomic_load_n(&found, __ATOMIC_ACQUIRE);                                                        \
    if (!function) {                                                                                                   \
        function = dlsym(RTLD_NEXT, name);                                                                             \
        __atomic_store_n(&found, function, __ATOMIC_RELEASE);                                                          \
    }

/* Swift's Mutex: its fast way is part of the code that uses it, and the sanitizer sees it there. */

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

SWIFT void swift_mutex_lock(uint32_t thread, SELF void *lock)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void swift_mutex_lock(uint32_t thread, SELF void *lock) {
    REAL("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF")
    ((SWIFT void (*)(uint32_t, SELF void *))function)(thread, lock);
    after(lock);
}

SWIFT _Bool swift_mutex_try_lock(SELF void *lock) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT _Bool swift_mutex_try_lock(SELF void *lock) {
    REAL("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF")
    _Bool locked = ((SWIFT _Bool (*)(SELF void *))function)(lock);
    if (locked) after(lock);
    return locked;
}

SWIFT void swift_mutex_unlock(SELF void *lock) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void swift_mutex_unlock(SELF void *lock) {
    REAL("$s15Synchronization12_MutexHandleV11_unlockSlowyyF")
    before(lock);
    ((SWIFT void (*)(SELF void *))function)(lock);
}

/* GLib's locks. */

#define LOCK(name)                                                                                                     \
    void name(void *lock) {                                                                                            \
        REAL(#name)                                                                                                    \
        ((void (*)(void *))function)(lock);                                                                            \
        after(lock);                                                                                                   \
    }

#define TRY(name)                                                                                                      \
    int name(void *lock) {                                                                                             \
        REAL(#name)                                                                                                    \
        int locked = ((int (*)(void *))function)(lock);                                                                \
        if (locked) after(lock);                                                                                       \
        return locked;                                                                                                 \
    }

#define UNLOCK(name)                                                                                                   \
    void name(void *lock) {                                                                                            \
        REAL(#name)                                                                                                    \
        before(lock);                                                                                                  \
        ((void (*)(void *))function)(lock);                                                                            \
    }

LOCK(g_mutex_lock)
TRY(g_mutex_trylock)
UNLOCK(g_mutex_unlock)
LOCK(g_rec_mutex_lock)
TRY(g_rec_mutex_trylock)
UNLOCK(g_rec_mutex_unlock)
LOCK(g_rw_lock_reader_lock)
TRY(g_rw_lock_reader_trylock)
UNLOCK(g_rw_lock_reader_unlock)
LOCK(g_rw_lock_writer_lock)
TRY(g_rw_lock_writer_trylock)
UNLOCK(g_rw_lock_writer_unlock)

/* Waiting lets go of the lock and takes it again. */

void g_cond_wait(void *condition, void *lock) {
    REAL("g_cond_wait")
    before(lock);
    ((void (*)(void *, void *))function)(condition, lock);
    after(lock);
}

int g_cond_wait_until(void *condition, void *lock, int64_t end) {
    REAL("g_cond_wait_until")
    before(lock);
    int signalled = ((int (*)(void *, void *, int64_t))function)(condition, lock, end);
    after(lock);
    return signalled;
}

/* The last user of a buffer, or of another object of GStreamer, comes after all others. */

void gst_mini_object_unref(void *object) {
    REAL("gst_mini_object_unref")
    before(object);
    ((void (*)(void *))function)(object);
}

void *gst_mini_object_ref(void *object) {
    REAL("gst_mini_object_ref")
    after(object);
    return ((void *(*)(void *))function)(object);
}
