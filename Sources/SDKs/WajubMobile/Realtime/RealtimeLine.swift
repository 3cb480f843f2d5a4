import Foundation
import Kernel
import Wire

/// Follows a payment's channel over a socket, for as long as it is wanted, and says when to read the status.
///
/// It performs what ``PusherMachine`` decides. Nothing it meets is an error for anybody: without it the status is
/// polled.
package final class RealtimeLine: @unchecked Sendable {
    private let address: RealtimeAddress
    private let client: any WebSocketClient
    private let clock: any WaitClock
    private let authorize: @Sendable (_ socketID: String, _ channel: String) async -> String?
    private let connected: @Sendable (Bool) -> Void
    private let hint: @Sendable () -> Void

    /// Guards what follows, and keeps the callbacks in order.
    private let lock = NSRecursiveLock()
    private var machine: PusherMachine
    private var socket: (any WebSocketConnection)?
    /// Names the present socket, so that the last words of an earlier one are not taken for its.
    private var socketNumber = 0
    private var reading: Task<Void, Never>?
    private var signing: Task<Void, Never>?
    private var timer: (deadline: UInt64, task: Task<Void, Never>)?

    /// - Parameters:
    ///   - authorize: asks the gateway to let that socket into that channel; nil when it does not (P8).
    ///   - connected: called with true when the channel is followed and with false when it no longer is, alternately.
    ///   - hint: called when something has changed. Both are called one at a time, on any thread; they must not wait.
    package init(
        _ address: RealtimeAddress, client: any WebSocketClient, clock: any WaitClock,
        authorize: @escaping @Sendable (_ socketID: String, _ channel: String) async -> String?,
        connected: @escaping @Sendable (Bool) -> Void, hint: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.client = client
        self.clock = clock
        self.authorize = authorize
        self.connected = connected
        self.hint = hint
        machine = PusherMachine(channel: address.channel)
    }

    deinit {
        reading?.cancel()
        signing?.cancel()
        timer?.task.cancel()
        socket?.close(code: 1000)
    }

    /// Begins to follow. Once in its life.
    package func start() { handle(.start) }

    /// Follows no more: neither closure is called after this returns, but `connected(false)` if it was connected.
    package func stop() { handle(.stop) }

    private func handle(_ event: PusherMachine.Event, socket number: Int? = nil) {
        lock.lock()
        defer { lock.unlock() }
        guard number == nil || number == socketNumber else { return }
        for effect in machine.handle(event, at: clock.nowNanoseconds) { perform(effect) }
        setTimer()
    }

    private func perform(_ effect: PusherMachine.Effect) {
        switch effect {
        case .connect: open()
        case .disconnect: close()
        case .send(let text): socket?.send(text)
        case .sign(let socketID):
            let (number, authorize, channel) = (socketNumber, authorize, address.channel)
            signing?.cancel()
            signing = Task { [weak self] in
                let signature = await authorize(socketID, channel)
                self?.handle(.signed(socketID: socketID, signature), socket: number)
            }
        case .connected(let isConnected): connected(isConnected)
        case .hint: hint()
        }
    }

    // MARK: The socket

    private func open() {
        close()
        let (number, client, url) = (socketNumber, client, address.url)
        reading = Task { [weak self] in
            let opened: any WebSocketConnection
            do {
                opened = try await client.connect(to: url, headers: [:])
            } catch {
                self?.handle(.closed(code: nil), socket: number)
                return
            }
            guard let isWanted = self?.adopt(opened, number), isWanted else {
                opened.close(code: 1000)
                return
            }
            while !Task.isCancelled {
                switch await opened.receive() {
                case .text(let text): self?.handle(.text(text), socket: number)
                case .closed(let code):
                    self?.handle(.closed(code: code), socket: number)
                    return
                }
            }
        }
    }

    private func adopt(_ opened: any WebSocketConnection, _ number: Int) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard number == socketNumber else { return false }
        socket = opened
        handle(.opened)
        return true
    }

    private func close() {
        socketNumber += 1
        reading?.cancel()
        signing?.cancel()
        socket?.close(code: 1000)
        (reading, signing, socket) = (nil, nil, nil)
    }

    // MARK: Time

    private func setTimer() {
        let deadline = machine.deadline
        guard deadline != timer?.deadline else { return }
        timer?.task.cancel()
        timer = deadline.map { deadline in
            let clock = clock
            let task = Task { [weak self] in
                let now = clock.nowNanoseconds
                if deadline > now {
                    do { try await clock.sleep(nanoseconds: deadline - now) } catch { return }
                }
                self?.timerFired(deadline)
            }
            return (deadline, task)
        }
    }

    private func timerFired(_ deadline: UInt64) {
        lock.lock()
        defer { lock.unlock() }
        guard timer?.deadline == deadline else { return }
        // A clock that stood still while the device slept may not be there yet: then it is set again.
        timer = nil
        handle(.tick)
    }
}
