package dev.velella.tests.foreign;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/** Reads the fields of every record, as any sink does. */
public final class ForeignSinkTask extends SinkTask {
    @Override
    public String version() {
        return "1";
    }

    @Override
    public void start(Map<String, String> config) {}

    @Override
    public void put(Collection<SinkRecord> records) {
        for (SinkRecord record : records) {
            Struct graph = (Struct) record.value();
            if (graph.getArray("statements").isEmpty() || record.headers().lastWithName("velella.place") != null) {
                throw new DataException("not as it should be: " + record);
            }
        }
    }

    @Override
    public void stop() {}
}
