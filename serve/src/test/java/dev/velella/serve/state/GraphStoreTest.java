package dev.velella.serve.state;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionaryEncoder;
import dev.velella.jelly.JellyEncoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Statements;
import org.eclipse.rdf4j.model.util.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class GraphStoreTest {
    private static final Set<Integer> PARTITIONS = Set.of(0, 1);

    @TempDir
    private Path directory;

    private GraphStore store;

    @BeforeEach
    void open() {
        store = new GraphStore(directory);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        store = new GraphStore(directory);
    }

    private static StoredGraph graph(String key, int partition, long offset, @Nullable Dictionary dictionary) {
        return new StoredGraph(key, partition, offset, 1, 7, 1000, false, false, dictionary, new byte[] {1});
    }

    private static StoredPatch patch(String key, int partition, long offset, long number) {
        return new StoredPatch(key, partition, offset, number, 7, 1000, new byte[] {1});
    }

    private static <T> List<T> all(Rows<T> rows) {
        List<T> found = new ArrayList<>();
        for (T row = rows.next(); row != null; row = rows.next()) {
            found.add(row);
        }
        rows.close();
        return found;
    }

    /** A dictionary that the store has taken. */
    @SuppressWarnings("unchecked") // it is given graphs only
    private Dictionary dictionary() {
        DictionaryEncoder encoder = new DictionaryEncoder(
                ElementKind.GRAPH,
                kind -> (JellyEncoder<StreamElement>) (JellyEncoder<?>)
                        new JellyGraphEncoder(StoredGraph.OPTIONS, StatementOrder.DENSE, Limits.DEFAULT),
                store.storedDictionaries(),
                () -> 0);
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            statements.add(Statements.statement(
                    Values.iri("http://example.org/s"),
                    Values.iri("http://example.org/p" + i),
                    Values.literal(i),
                    null));
        }
        Dictionary found = null;
        for (int i = 0; i < 100 && found == null; i++) {
            found = encoder.encode(RdfGraph.of(statements)).dictionary();
        }
        assertThat(found).isNotNull();
        return found;
    }

    /** A row of each kind, in two partitions. */
    private Dictionary fill() {
        Dictionary dictionary = dictionary();
        store.begin("first topic");
        assertThat(store.storedDictionaries().store(dictionary)).isTrue();
        try (StoreBatch batch = store.batch()) {
            for (int partition : PARTITIONS) {
                for (String name : List.of("a", "b")) {
                    String key = name + partition;
                    batch.put(graph(key, partition, 3, dictionary), null);
                    batch.put(patch(key, partition, 3 + name.length(), 1));
                    batch.hold(patch(key, partition, 9, 2));
                    batch.put(new BrokenStream(key, partition, 5, 2, "a reason"));
                }
                batch.nextOffset(partition, 10);
                batch.keptFrom(partition, 2);
            }
            batch.commit();
        }
        return dictionary;
    }

    @Test
    void nothingOfATopicIsLeftAfterItWasMadeAnew() {
        Dictionary dictionary = fill();
        reopen(); // all rows are in files
        assertThat(store.topic()).isEqualTo("first topic");
        assertThat(store.nextOffset(1)).isEqualTo(10);
        try (StoreView view = store.view()) {
            assertThat(all(view.graphs("", PARTITIONS))).hasSize(4);
        }

        store.begin("second topic");
        checkEmpty(dictionary);
        reopen();
        checkEmpty(dictionary);
    }

    /** It may have families that this version does not know. */
    @Test
    void theStoreOfANewerVersionIsRefusedAndNotChanged() throws Exception {
        fill();
        store.close();
        List<byte[]> names;
        try (Options plain = new Options()) {
            names = RocksDB.listColumnFamilies(plain, directory.toString());
        }
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        try (DBOptions options = new DBOptions();
                RocksDB newer = RocksDB.open(
                        options,
                        directory.toString(),
                        names.stream().map(ColumnFamilyDescriptor::new).toList(),
                        opened)) {
            opened.add(newer.createColumnFamily(new ColumnFamilyDescriptor("later".getBytes(US_ASCII))));
            newer.put("format".getBytes(US_ASCII), "3".getBytes(US_ASCII));
            opened.forEach(ColumnFamilyHandle::close);
        }
        Map<String, Long> before = files();
        assertThatThrownBy(() -> new GraphStore(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("directory " + directory + " has the format 3; this version knows format 2");
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aDamagedByteIsToldWithTheWayOut() throws IOException {
        fill();
        reopen(); // all rows are in files
        store.close();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file :
                    all.filter(each -> each.toString().endsWith(".sst")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[20] ^= 1;
                Files.write(file, bytes);
            }
        }
        assertThatThrownBy(() -> new GraphStore(directory))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "directory " + directory + " is damaged; remove it, and the service builds it again");
    }

    /** Names and sizes. */
    private Map<String, Long> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> !file.getFileName().toString().startsWith("LOG"))
                    .collect(Collectors.toMap(file -> file.getFileName().toString(), file -> file.toFile()
                            .length()));
        }
    }

    private void checkEmpty(Dictionary dictionary) {
        assertThat(store.topic()).isEqualTo("second topic");
        assertThat(store.nextOffset(0)).isEqualTo(-1);
        assertThat(store.nextOffset(1)).isEqualTo(-1);
        assertThatThrownBy(() -> store.storedDictionaries().get(dictionary.name()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(Dictionary.text(dictionary.name()));
        try (StoreView view = store.view()) {
            assertThat(view.nextOffsets()).isEmpty();
            assertThat(all(view.graphs("", PARTITIONS))).isEmpty();
            assertThat(all(view.allBroken())).isEmpty();
            for (int partition : PARTITIONS) {
                assertThat(view.keptFrom(partition)).isZero();
                assertThat(all(view.changedAfter(partition, -1))).isEmpty();
                assertThat(all(view.patchesAfter(partition, -1))).isEmpty();
                for (String key : List.of("a" + partition, "b" + partition)) {
                    assertThat(view.graph(key)).isNull();
                    assertThat(view.broken(key)).isNull();
                    assertThat(view.hasPatch(key, 1)).isFalse();
                    assertThat(all(view.held(key, 0))).isEmpty();
                    assertThat(all(view.patches(key, 0))).isEmpty();
                }
            }
        }
    }

    private void write(java.util.function.Consumer<StoreBatch> changes) {
        try (StoreBatch batch = store.batch()) {
            changes.accept(batch);
            batch.commit();
        }
    }

    @Test
    void aStreamStandsAmongTheChangesOnceAtItsLastPlace() {
        StoredGraph first = graph("a", 0, 3, null);
        StoredGraph second = graph("a", 0, 8, null);
        write(batch -> batch.put(first, null));
        write(batch -> batch.put(second, first));

        try (StoreView view = store.view()) {
            assertThat(all(view.changedAfter(0, -1)))
                    .extracting(StoredGraph::offset)
                    .containsExactly(8L);
            assertThat(all(view.changedAfter(0, 8))).isEmpty();
        }
    }

    @Test
    void keysAreFoundByTheirBeginning() {
        write(batch -> {
            for (String key : List.of("a", "a/1", "a/2", "b", "")) {
                batch.put(graph(key, 0, 3, null), null);
                batch.put(new BrokenStream(key, 0, 5, 2, "a reason"));
            }
            batch.put(graph("a/other", 1, 3, null), null);
        });

        try (StoreView view = store.view()) {
            assertThat(all(view.graphs("a/", Set.of(0))))
                    .extracting(StoredGraph::key)
                    .containsExactly("a/1", "a/2");
            assertThat(all(view.broken("a", Set.of(0))))
                    .extracting(BrokenStream::key)
                    .containsExactly("a", "a/1", "a/2");
            assertThat(all(view.graphs("", Set.of(0)))).hasSize(5);
        }
    }

    @Test
    void aMendedStreamHasNoOldVersionsAndOthersKeepTheirs() {
        write(batch -> {
            for (String key : List.of("a", "aa")) {
                batch.put(patch(key, 0, key.length(), 1));
                batch.hold(patch(key, 0, 9, 2));
                batch.put(new BrokenStream(key, 0, 5, 2, "a reason"));
            }
        });

        write(batch -> batch.mend("a"));

        try (StoreView view = store.view()) {
            assertThat(view.broken("a")).isNull();
            assertThat(view.hasPatch("a", 1)).isFalse();
            assertThat(all(view.held("a", 0))).isEmpty();
            assertThat(view.broken("aa")).isNotNull();
            assertThat(view.hasPatch("aa", 1)).isTrue();
            assertThat(all(view.held("aa", 0))).hasSize(1);
        }
    }

    @Test
    void patchesBelowAnOffsetAreRemovedSomeAtATime() {
        write(batch -> {
            for (long number = 1; number <= 5; number++) {
                batch.put(patch("a", 0, 10 * number, number));
            }
            batch.put(patch("b", 1, 10, 1));
        });

        write(batch -> batch.trim(0, 40, 2));
        checkKept(21, 3, 4, 5);
        write(batch -> batch.trim(0, 40, 2));
        checkKept(31, 4, 5);
        write(batch -> batch.trim(0, 40, 2));
        checkKept(31, 4, 5);
    }

    private void checkKept(long from, long... numbers) {
        try (StoreView view = store.view()) {
            assertThat(view.keptFrom(0)).isEqualTo(from);
            assertThat(all(view.patchesAfter(0, -1)).stream().mapToLong(StoredPatch::number))
                    .containsExactly(
                            java.util.stream.LongStream.of(numbers).boxed().toArray(Long[]::new));
            for (long number = 1; number <= 5; number++) {
                long one = number;
                assertThat(view.hasPatch("a", number))
                        .isEqualTo(java.util.stream.LongStream.of(numbers).anyMatch(kept -> kept == one));
            }
            assertThat(view.hasPatch("b", 1)).isTrue();
        }
    }

    @Test
    void onlyTheLastPatchesOfABrokenStreamAreHeld() {
        write(batch -> {
            for (long number = 1; number <= 1_003; number++) {
                batch.hold(patch("a", 0, number, number));
            }
        });
        try (StoreView view = store.view()) {
            List<StoredPatch> held = all(view.held("a", 0));
            assertThat(held).hasSize(1_000);
            assertThat(held.get(0).number()).isEqualTo(4);
        }
    }

    @Test
    void patchesThatAreForgottenAreNotHeldEither() {
        fill();
        write(batch -> batch.forgetPatches(0));
        try (StoreView view = store.view()) {
            assertThat(all(view.patchesAfter(0, -1))).isEmpty();
            assertThat(all(view.held("a0", 0))).isEmpty();
            assertThat(view.broken("a0")).isNotNull();
            assertThat(view.graph("a0")).isNotNull();
            assertThat(all(view.held("a1", 0))).hasSize(1);
            assertThat(view.hasPatch("a1", 1)).isTrue();
        }
    }

    @Test
    void theDictionaryOfAGraphIsThereWhenTheStoreIsOpenedAgain() {
        Dictionary used = fill();
        write(batch -> {
            for (String key : List.of("a1", "b0", "b1")) {
                batch.put(graph(key, 0, 3, null), null);
            }
        });
        reopen();
        assertThat(store.storedDictionaries().get(used.name())).isEqualTo(used);
    }
}
