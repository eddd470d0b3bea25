package dev.velella.sink.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.kit.access.Authentication;
import dev.velella.kit.access.Tls;
import dev.velella.sink.error.StaleClaimException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.sparql.Sparql11Protocol;
import dev.velella.sink.store.Applying;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.BatchBuilder;
import dev.velella.sink.store.Claim;
import dev.velella.sink.store.PartitionId;
import dev.velella.sink.store.PatchBatch;
import dev.velella.sink.store.Stream;
import dev.velella.sink.store.StreamId;
import dev.velella.sink.store.StreamState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a remote target remembers, and when it asks. */
class RemoteTargetTest {
    private static final PartitionId P0 = new PartitionId("patches", 0);

    private TestEndpoint endpoint;

    @BeforeEach
    void start() throws Exception {
        endpoint = new TestEndpoint(true);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private RemoteTarget target(int cachedStreams) {
        return RemoteTarget.of(
                new RemoteSettings(
                        Sparql11Protocol.INSTANCE,
                        endpoint.queryUrl(),
                        endpoint.updateUrl(),
                        Authentication.NONE,
                        Tls.DEFAULT,
                        Duration.ofSeconds(120),
                        Duration.ofSeconds(120),
                        1 << 20,
                        RemoteSettings.Delivery.EXACTLY_ONCE,
                        false,
                        cachedStreams),
                "sink");
    }

    private static Claim claim(RemoteTarget target) {
        return target.claim(List.of(P0)).get(P0);
    }

    private static Batch batch(RemoteTarget target, Claim claim, Stream... streams) {
        BatchBuilder builder = new BatchBuilder(target);
        long offset = claim.nextOffset();
        for (Stream stream : streams) {
            Stream.Numbered patch = stream.next();
            PatchBatch.add(builder, P0, claim, offset++, stream.key(), patch.position(), patch.patch());
        }
        return builder.build();
    }

    private static Claim apply(RemoteTarget target, Claim claim, Stream stream) {
        return target.apply(batch(target, claim, stream)).get(P0);
    }

    private static StreamId id(Stream stream) {
        return new StreamId("patches", stream.key());
    }

    private static Optional<Long> number(RemoteTarget target, Stream stream) {
        return target.chain(id(stream)).map(StreamState::number);
    }

    @Test
    void aStoreOfALaterLayoutIsRefusedAndNotChanged() {
        try (RemoteTarget target = target(10)) {
            claim(target);
        }
        endpoint.layout(3);
        Set<Statement> before = endpoint.all();
        try (RemoteTarget target = target(10)) {
            assertThatThrownBy(() -> claim(target))
                    .isInstanceOf(StoreFailedException.class)
                    .hasMessageContaining("the store has layout 3; this version knows layouts 1 and 2");
        }
        assertThat(endpoint.all()).isEqualTo(before);
    }

    @Test
    void whatAnotherAppliedInTheMeantimeIsKnownAfterAClaim() {
        Stream stream = new Stream("ibs_1", 2);
        try (RemoteTarget one = target(10);
                RemoteTarget other = target(10)) {
            Claim claim = apply(one, claim(one), stream);
            assertThat(number(one, stream)).hasValue(1L);
            claim = apply(other, claim(other), stream);
            assertThat(claim.nextOffset()).isEqualTo(2);
            assertThat(claim(one).nextOffset()).isEqualTo(2);
            assertThat(number(one, stream)).hasValue(2L);
            assertThat(endpoint.data()).hasSize(stream.size());
        }
    }

    @Test
    void theStreamsOfManyRecordsAreAskedForAtOnceAndNotAgain() {
        Stream known = new Stream("known", 2);
        Stream unknown = new Stream("unknown", 2);
        try (RemoteTarget target = target(10)) {
            apply(target, claim(target), known);
            target.reopen();
            claim(target);
            long before = endpoint.requests();
            target.prefetch(List.of(id(known), id(unknown)));
            assertThat(number(target, known)).hasValue(1L);
            assertThat(number(target, unknown)).isEmpty();
            target.prefetch(List.of(id(known), id(unknown)));
            assertThat(endpoint.requests()).isEqualTo(before + 1);
        }
    }

    @Test
    void moreStreamsThanAreRememberedAreAskedForAnew() {
        Stream first = new Stream("first", 2);
        Stream second = new Stream("second", 2);
        try (RemoteTarget target = target(1)) {
            Claim claim = claim(target);
            for (int round = 0; round < 3; round++) {
                claim = apply(target, claim, first);
                claim = apply(target, claim, second);
            }
            assertThat(number(target, first)).hasValue(3L);
            assertThat(number(target, second)).hasValue(3L);
            assertThat(endpoint.data()).hasSize(first.size() + second.size());
            assertThat(target.durableOffsets()).isEqualTo(Map.of(P0, claim.nextOffset()));
        }
    }

    @Test
    void aBatchIsCollectedWhileTheOneBeforeIsUnderWay() {
        Stream first = new Stream("first", 2);
        Stream second = new Stream("second", 2);
        try (RemoteTarget target = target(1)) {
            Claim claim = apply(target, claim(target), first);
            long before = claim.nextOffset();
            target.prefetch(List.of(id(second)));
            Batch batch = batch(target, claim, second, first);
            target.chain(id(first)); // of which it remembers one
            endpoint.hold();
            Applying applying = target.begin(batch);
            long requests = endpoint.requests();
            claim = applying.claims().get(P0);
            assertThat(claim.nextOffset()).isEqualTo(3);
            target.prefetch(List.of(id(second), id(first)));
            Batch next = batch(target, claim, first, second);
            assertThat(endpoint.requests()).isLessThanOrEqualTo(requests + 1); // the update, which may just come
            assertThat(applying.isDone()).isFalse();
            assertThat(target.durableOffsets()).isEqualTo(Map.of(P0, before));

            endpoint.release();
            Applying following = target.begin(next);
            assertThat(applying.isDone()).isTrue();
            following.await();
            assertThat(endpoint.data()).hasSize(first.size() + second.size());
            assertThat(target.durableOffsets())
                    .isEqualTo(Map.of(P0, following.claims().get(P0).nextOffset()));
        }
    }

    @Test
    void aFailureOfTheBatchUnderWayIsToldToTheNextAndToWhoeverWaits() {
        Stream stream = new Stream("ibs_1", 2);
        try (RemoteTarget target = target(10)) {
            Claim claim = apply(target, claim(target), stream);
            Batch batch = batch(target, claim, stream);
            endpoint.refuse(1, 503);
            Applying applying = target.begin(batch);
            Batch next = batch(target, applying.claims().get(P0), stream);
            assertThatThrownBy(() -> target.begin(next)).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(applying::await).isInstanceOf(StoreUnavailableException.class);
            assertThat(number(target, stream)).as("read again").hasValue(1L);
            assertThat(claim(target).nextOffset()).isEqualTo(1);
        }
    }

    @Test
    void aBatchUnderWayMayFindItsClaimTaken() {
        Stream stream = new Stream("ibs_1", 2);
        try (RemoteTarget one = target(10);
                RemoteTarget other = target(10)) {
            Claim claim = apply(one, claim(one), stream);
            claim(other);
            Applying applying = one.begin(batch(one, claim, stream));
            assertThatThrownBy(applying::await).isInstanceOf(StaleClaimException.class);
            assertThat(one.durableOffsets()).isEqualTo(Map.of(P0, claim.nextOffset()));
        }
    }

    @Test
    void reopeningWaitsForTheBatchUnderWayWhateverBecomesOfIt() {
        Stream stream = new Stream("ibs_1", 2);
        try (RemoteTarget target = target(10)) {
            Claim claim = apply(target, claim(target), stream);
            Batch batch = batch(target, claim, stream);
            endpoint.refuse(1, 503);
            target.begin(batch);
            target.reopen();
            assertThat(claim(target).nextOffset()).isEqualTo(1);
            Stream another = new Stream("ibs_2", 2);
            Applying applying = target.begin(batch(target, claim(target), another));
            target.reopen();
            assertThat(applying.isDone()).isTrue();
            assertThat(claim(target).nextOffset()).isEqualTo(2);
            assertThat(number(target, another)).hasValue(1L);
        }
    }
}
