package dev.velella.sink.targets.remote;

import dev.velella.sink.remote.RemoteProtocol;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.remote.RemoteTarget;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.TargetCheck;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import dev.velella.sink.view.RemoteStore;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.ViewTerms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** A store on a server, behind HTTP. */
public abstract class RemoteTargetType implements TargetType {

    /** The protocol of the server. */
    protected abstract RemoteProtocol protocol();

    @Override
    public List<TargetOptionGroup> optionGroups() {
        return List.of(RemoteOptions.STORE, AccessOptions.GROUP);
    }

    @Override
    public final boolean isInWorker() {
        return false;
    }

    @Override
    public final String placeOption() {
        return RemoteOptions.URL.name();
    }

    @Override
    public final String place(AbstractConfig config) {
        return withoutQuery(RemoteOptions.URL.of(config));
    }

    /** The URL without its query part, which may contain a key. */
    private static String withoutQuery(String url) {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    @Override
    public final Target open(AbstractConfig config, String connector, boolean rebuild) {
        return RemoteTarget.of(settings(config), connector);
    }

    @Override
    public final RepairableStore view(AbstractConfig config, String connector, ViewTerms terms, Duration timeout) {
        RemoteSettings settings = settings(config);
        return new RemoteStore(
                settings,
                timeout,
                terms.blankNodesBase(),
                terms.asHeld().apply(protocol().capabilities(settings)));
    }

    private RemoteSettings settings(AbstractConfig config) {
        return RemoteOptions.settings(config, protocol());
    }

    /** Checks, by a test, that the store can be reached and written to safely. */
    @Override
    public final Map<String, String> problems(TargetCheck check) {
        return RemoteCheck.problems(check, this);
    }

    @Override
    public final String emptyStore(AbstractConfig config) {
        return "a store of its own (another " + placeOption() + "), or save this one, stop all connectors that write to"
                + " it, and empty it, which deletes what others have in it too (" + emptying(settings(config)) + ")";
    }

    private String emptying(RemoteSettings settings) {
        return "curl -X POST -H 'Content-Type: application/sparql-update' --data 'DROP ALL' "
                + withoutQuery(protocol().updates(settings).toString());
    }

    @Override
    public final String withoutAnswer(AbstractConfig config) {
        return "A request without an answer is given up after "
                + RemoteOptions.REQUEST_TIMEOUT_MS.of(config) + " ms ("
                + RemoteOptions.REQUEST_TIMEOUT_MS.name() + ") and tried again; the task fails if that goes on for "
                + RemoteOptions.RETRY_TIMEOUT_MS.of(config) + " ms ("
                + RemoteOptions.RETRY_TIMEOUT_MS.name()
                + "). Kafka is told only what the store has, so nothing is lost";
    }

    /** The advice for a store on a server. Other programs may use this store too. */
    @Override
    public final String rebuildAdvice(AbstractConfig config, String rebuild) {
        RemoteSettings settings = settings(config);
        return "The topics hold all it takes, but a store on a server is not emptied by the connector. Set " + rebuild
                + " together with a new, empty store (" + RemoteOptions.URL.name() + "). Or save this one, stop the"
                + " connector, empty the store, which deletes what others have in it too (" + emptying(settings)
                + "), set " + rebuild + " and resume the connector";
    }
}
