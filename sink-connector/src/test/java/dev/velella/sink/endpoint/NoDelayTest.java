package dev.velella.sink.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class NoDelayTest {
    @Test
    void aServerThatWasFirstIsNoticed() throws Exception {
        HttpServer first = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        first.start();
        try {
            assertThat(NoDelay.lateness(null)).hasValueSatisfying(late -> assertThat(late)
                    .contains("can take 40 ms more")
                    .endsWith("Start the worker with -Dsun.net.httpserver.nodelay=true"));
            assertThat(NoDelay.lateness("true")).isEmpty();
        } finally {
            first.stop(0);
        }
    }
}
