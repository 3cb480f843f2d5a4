import Interface
import InterfaceWeb
import Kernel
import Wire

/// A live screen that one page in a browser watches, over a socket or without one.
@MainActor
package class LiveVisit {
    package nonisolated let id: String
    nonisolated let limits: HostedLimits
    package private(set) final var page: LivePage?

    /// The page that watches; a tab that was copied takes over, and the other opens a visit of its own.
    private var client = ""
    private(set) final var formerClients: Set<String> = []
    static let mostFormerClients = 100
    private var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var nextWatcher = 0
    private var lastSeen = ContinuousClock.now
    private var isTouched = false
    private(set) final var isClosed = false
    private var messages = 0
    private var messagesSince = ContinuousClock.now

    package nonisolated init(id: String, limits: HostedLimits = HostedLimits()) {
        (self.id, self.limits) = (id, limits)
    }

    package final func begin(_ interface: any LiveInterface, texts: PageTexts) {
        let page = LivePage(interface, texts: texts)
        page.onNews = { [weak self] in self?.tellWatchers() }
        self.page = page
    }

    /// Called once, when it closes.
    func letGo() {}

    // MARK: Its life

    var isWatched: Bool { !watchers.isEmpty }

    func unwatched(at now: ContinuousClock.Instant) -> Duration {
        isWatched ? .zero : lastSeen.duration(to: now)
    }

    func isStale(at now: ContinuousClock.Instant) -> Bool {
        !isWatched
            && unwatched(at: now) >= .seconds(isTouched ? limits.unwatchedSeconds : limits.untouchedSeconds)
    }

    /// Lets go of everything; whoever watches is told that it is gone.
    package final func close() {
        guard !isClosed else { return }
        isClosed = true
        letGo()
        page = nil
        tellWatchers()
    }

    // MARK: Its page

    enum Attached { case yes, taken, gone }

    func attach(_ name: String) -> Attached {
        if isClosed { return .gone }
        if formerClients.contains(name) { return .taken }
        if name != client {
            if !client.isEmpty { formerClients.insert(client) }
            // Anybody who has the visit can name clients without end.
            if formerClients.count > Self.mostFormerClients { formerClients.removeFirst() }
            client = name
            page?.attach(client: name)
            tellWatchers()
        }
        lastSeen = .now
        return .yes
    }

    enum Received {
        case yes
        /// The page tells more than a person can do.
        case tooMuch
        case unreadable
    }

    func receive(_ bytes: [UInt8]) -> Received {
        let now = ContinuousClock.now
        if messagesSince.duration(to: now) > .seconds(10) { (messagesSince, messages) = (now, 0) }
        messages += 1
        guard messages <= limits.messagesPerTenSeconds else { return .tooMuch }
        isTouched = true
        lastSeen = now
        guard let page else { return .unreadable }
        // A message may hold many events, and each of them is work.
        let before = page.eventCount
        let isRead = page.receive(bytes)
        messages += max(0, page.eventCount - before - 1)
        return isRead ? .yes : .unreadable
    }

    private func watch() -> (news: AsyncStream<Void>, stop: @MainActor () -> Void) {
        nextWatcher += 1
        let key = nextWatcher
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watchers[key] = continuation
        return (
            stream,
            { [weak self] in
                continuation.finish()
                self?.watchers[key] = nil
                self?.lastSeen = .now
            }
        )
    }

    private func tellWatchers() {
        for watcher in watchers.values { watcher.yield() }
    }

    // MARK: Over a socket

    static let gone = WebSocketCloseCode(4404)
    static let taken = WebSocketCloseCode(4409)

    /// Serves a socket until it closes.
    func serve(_ socket: ServerSocket, client: String, after shown: Int) async {
        switch attach(client) {
        case .gone: return socket.close(code: Self.gone)
        case .taken: return socket.close(code: Self.taken)
        case .yes: break
        }
        let (news, stop) = watch()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.read(socket) }
            group.addTask { await self.write(socket, client, after: shown, news) }
            await group.next()
            group.cancelAll()
        }
        stop()
    }

    private func read(_ socket: ServerSocket) async {
        for await text in socket.messages {
            var outcome = receive(Array(text.utf8))
            while case .tooMuch = outcome {
                // Not reading holds the page back.
                try? await Task.sleep(for: .milliseconds(200))
                guard !Task.isCancelled else { return }
                outcome = receive(Array(text.utf8))
            }
            if case .unreadable = outcome {
                return socket.close(code: isClosed ? Self.gone : .policyViolation)
            }
        }
    }

    private func write(_ socket: ServerSocket, _ name: String, after first: Int, _ news: AsyncStream<Void>) async {
        var shown = first
        func tell() -> Bool {
            if isClosed {
                socket.close(code: Self.gone)
                return false
            }
            if client != name {
                socket.close(code: Self.taken)
                return false
            }
            while let frame = page?.frame(after: shown) {
                shown = frame.number
                guard socket.send(text: String(decoding: frame.bytes, as: UTF8.self)) else { return false }
            }
            return true
        }
        guard tell() else { return }
        for await _ in news { guard tell() else { return } }
    }

    // MARK: Without one

    enum News: Sendable {
        case frame([UInt8])
        case none
        case taken
        case gone
    }

    /// What the page must be told, as soon as there is something, or nothing after a while.
    func news(client name: String, after shown: Int) async -> News {
        switch attach(name) {
        case .gone: return .gone
        case .taken: return .taken
        case .yes: break
        }
        if let frame = page?.frame(after: shown) { return .frame(frame.bytes) }
        let (news, stop) = watch()
        defer { stop() }
        return await withTaskGroup(of: News.self) { group in
            group.addTask { await self.firstNews(name, after: shown, news) }
            let seconds = limits.pollSeconds
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return .none
            }
            defer { group.cancelAll() }
            return await group.next() ?? .none
        }
    }

    private func firstNews(_ name: String, after shown: Int, _ news: AsyncStream<Void>) async -> News {
        for await _ in news {
            if isClosed { return .gone }
            if client != name { return .taken }
            if let frame = page?.frame(after: shown) { return .frame(frame.bytes) }
        }
        return .none
    }
}
