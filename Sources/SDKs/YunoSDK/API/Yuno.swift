/// Takes payments: the entry points an app calls.
///
/// Every function may be called from any thread; what the app is told comes on the main thread.
public final class Yuno {
    private init() {}
}
