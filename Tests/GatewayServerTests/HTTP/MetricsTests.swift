import Foundation
import GatewayServer
import Testing

@Suite struct MetricsTests {
    @Test("Metrics are written as Prometheus reads them")
    func exposition() {
        let metrics = Metrics()
        let counter = metrics.counter("b_total", help: "Line\nwith \\ and \"", labels: ["who"])
        counter.increment(["a\"b\\c\nd"])
        counter.increment(["z"], by: 2.5)
        metrics.gauge("a_now", help: "Now.").set(to: 3)
        let histogram = metrics.histogram("c_seconds", help: "Time.", labels: ["r"], buckets: [0.1, 1])
        for value in [0.05, 0.1, 0.5, 7] { histogram.observe(["x"], value) }
        #expect(
            metrics.exposition() == #"""
                # HELP a_now Now.
                # TYPE a_now gauge
                a_now 3
                # HELP b_total Line\nwith \\ and "
                # TYPE b_total counter
                b_total{who="a\"b\\c\nd"} 1
                b_total{who="z"} 2.5
                # HELP c_seconds Time.
                # TYPE c_seconds histogram
                c_seconds_bucket{r="x",le="0.1"} 2
                c_seconds_bucket{r="x",le="1"} 3
                c_seconds_bucket{r="x",le="+Inf"} 4
                c_seconds_sum{r="x"} 7.65
                c_seconds_count{r="x"} 4

                """#)
    }

    @Test("The same name and form is the same metric, and no count is lost between threads")
    func threads() {
        let metrics = Metrics()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let counter = metrics.counter("n_total", help: "N.")
            for _ in 0..<500 { counter.increment() }
        }
        #expect(metrics.counter("n_total", help: "N.").value() == 4000)
    }
}
