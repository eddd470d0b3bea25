package dev.velella.serde;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.frame.LossReports;
import dev.velella.frame.PartitionStamps;
import dev.velella.keyframe.JellyHeader;
import dev.velella.record.Readings;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class JellyLossInterceptorTest {
    private final JellyGraphSerializer graphs = new JellyGraphSerializer();
    private final PartitionStamps stamps = new PartitionStamps();

    @AutoClose
    private final JellyLossInterceptor<String, Object> interceptor = new JellyLossInterceptor<>();

    @Test
    void theNextRecordAfterALostOneBeginsAStream() {
        Headers first = send();
        Headers second = send();
        interceptor.onAcknowledgement(null, null, first);
        interceptor.onAcknowledgement(null, new RecordTooLargeException("too large"), second);
        Headers third = send();
        assertThat(place(third).isKeyFrame()).isTrue();
        assertThat(place(third).stream()).isNotEqualTo(place(second).stream());
        assertThat(place(send()).stream()).isEqualTo(place(third).stream());
    }

    @Test
    void acknowledgedRecordsLeaveTheStreamAlone() {
        Headers first = send();
        interceptor.onAcknowledgement(null, null, first);
        assertThat(place(send()).stream()).isEqualTo(place(first).stream());
    }

    @Test
    void lostRecordsOfOthersAreNothingToReport() {
        long before = LossReports.shared().count();
        Exception lost = new RecordTooLargeException("too large");
        interceptor.onAcknowledgement(null, lost, new RecordHeaders());
        interceptor.onAcknowledgement(null, lost, null);
        interceptor.onAcknowledgement(null, lost, new RecordHeaders().add("jelly", "peanut".getBytes()));
        assertThat(LossReports.shared().count()).isEqualTo(before);
    }

    private Headers send() {
        Headers headers = Readings.stamped(stamps.next("t", 0));
        graphs.serialize("t", headers, Readings.graph(1));
        return headers;
    }

    private static JellyHeader place(Headers headers) {
        return JellyHeader.parse(headers.lastHeader(JellyHeader.NAME).value());
    }
}
