package dev.velella.converter;

import dev.velella.record.LookBack;
import dev.velella.record.partition.LookBackLimits;
import java.io.Closeable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The look-backs of one converter: one for each consumer whose records it gets. Closes a look-back when its consumer is
 * gone. Not thread-safe.
 */
final class StreamLookBacks implements Closeable {
    private final LookBackLimits limits;
    private final Map<String, LookBack> byToken = new HashMap<>();

    StreamLookBacks(LookBackLimits limits) {
        this.limits = limits;
    }

    /** The look-back for the records of a consumer; null if the consumer is not known any more. */
    @Nullable
    LookBack of(RecordPlace place) {
        return lookBack(place.token());
    }

    private @Nullable LookBack lookBack(String token) {
        LookBack known = byToken.get(token);
        Map<String, Object> config = ConsumerConfigs.find(token);
        if (config == null) {
            return null;
        } else if (known == null) {
            closeForgotten();
            known = new LookBack(config, limits);
            byToken.put(token, known);
        }
        return known;
    }

    private void closeForgotten() {
        Iterator<Map.Entry<String, LookBack>> entries = byToken.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<String, LookBack> entry = entries.next();
            if (ConsumerConfigs.find(entry.getKey()) == null) {
                entry.getValue().close();
                entries.remove();
            }
        }
    }

    @Override
    public void close() {
        byToken.values().forEach(LookBack::close);
        byToken.clear();
    }
}
