package dev.velella.bench.readers;

import dev.velella.bench.measure.Figures;
import dev.velella.bench.process.StoreProgress;
import dev.velella.bench.readers.PacedWriter.Written;
import dev.velella.bench.readers.QueryClients.Answers;
import dev.velella.bench.sink.MeasuredStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Does the work of {@code tests/bench/run readers}: times of queries while patches are written at half of the full load,
 * beside times without a writer. Both take turns in rounds, and a ratio is the median over the rounds.
 */
public final class ReadersSuite {
    /** Part of the full load at which queries are measured. */
    private static final double LOAD = 0.5;

    private final ReadersScale scale;
    private final Path servers;
    private final Figures figures;
    private final PrintStream progress;

    /** @param servers the folder {@code tests/servers}, built; looked at only for stores on servers */
    public ReadersSuite(ReadersScale scale, Path servers, Figures figures, PrintStream progress) {
        this.scale = scale;
        this.servers = servers;
        this.figures = figures;
        this.progress = progress;
    }

    /** All stores. */
    public static List<String> names() {
        return List.of("memory", "lmdb", "http", "http-native", "http-lmdb", "sparql-memory", "sparql-tdb2");
    }

    /** Measures some stores. */
    public void run(List<String> kinds) throws IOException {
        for (String kind : kinds) {
            progress.println("readers of " + kind);
            StationCycle cycle = new StationCycle(scale.statements());
            try (MeasuredStore store = MeasuredStore.open(kind, 1, servers);
                    QueryClients clients = new QueryClients(store.queryUrl(), cycle.graphs())) {
                run(kind, new PacedWriter(store.tasks().get(0), cycle), clients);
            }
        }
    }

    private void run(String kind, PacedWriter writer, QueryClients clients) {
        writer.fill();
        writer.full(scale.warmUpMs());
        double full = writer.full(scale.fullMs()).perSecond();
        figures.add("full/" + kind, full, "patches/s");
        QueryClients.Asking warming = clients.begin(scale.warmUpMs());
        writer.write(full * LOAD, warming::isUnderWay);
        warming.await();

        List<Answers> idle = new ArrayList<>();
        List<Answers> busy = new ArrayList<>();
        List<Written> written = new ArrayList<>();
        for (int round = 0; round < scale.rounds(); round++) {
            for (int phase = 0; phase < 2; phase++) {
                boolean writes = (round + phase) % 2 == 1;
                QueryClients.Asking asking = clients.begin(scale.phaseMs());
                if (writes) {
                    written.add(writer.write(full * LOAD, asking::isUnderWay));
                }
                (writes ? busy : idle).add(asking.await());
            }
        }
        report(kind, written);
        report(kind, idle, busy);
    }

    private void report(String kind, List<Written> written) {
        long patches = written.stream().mapToLong(Written::patches).sum();
        double seconds = written.stream().mapToDouble(Written::seconds).sum();
        figures.add("written/" + kind, patches / seconds, "patches/s");
        figures.add(
                "held/" + kind,
                written.stream().mapToDouble(Written::held).min().orElse(Double.NaN),
                "x");
        figures.add(
                "transaction/" + kind,
                (double) patches
                        / written.stream().mapToLong(Written::transactions).sum(),
                "patches");
    }

    private void report(String kind, List<Answers> idle, List<Answers> busy) {
        for (StreamQuery query : StreamQuery.values()) {
            String name = kind + "/" + query.label();
            figures.add("queries/" + name, times(Answers.all(busy), query).length, "queries");
            for (int percent : new int[] {50, 99}) {
                figures.add("idle/" + name + "/p" + percent, ms(Answers.all(idle), query, percent), "ms");
                figures.add("busy/" + name + "/p" + percent, ms(Answers.all(busy), query, percent), "ms");
                double[] ratios = new double[scale.rounds()];
                Arrays.setAll(
                        ratios, round -> ms(busy.get(round), query, percent) / ms(idle.get(round), query, percent));
                String of = name + "/p" + percent;
                figures.addRounds("ratio/" + of, ratios, "x");
            }
        }
        List<Answers> all = new ArrayList<>(idle);
        all.addAll(busy);
        figures.add("torn/" + kind, Answers.all(all).torn(), "answers");
        figures.add("refused/" + kind, Answers.all(all).refused(), "queries");
    }

    private static double ms(Answers answers, StreamQuery query, int percent) {
        return StoreProgress.percentile(times(answers, query), percent / 100.0) / 1e6;
    }

    private static long[] times(Answers answers, StreamQuery query) {
        return answers.nanos().get(query).stream()
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }
}
