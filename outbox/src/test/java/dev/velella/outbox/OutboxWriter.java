package dev.velella.outbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.sail.SailRepository;

/** A process that writes with four writers until it is killed; it prints the number of commits now and then. */
final class OutboxWriter {
    private OutboxWriter() {}

    /** Arguments: kind of the store, directory, seed. */
    public static void main(String[] arguments) {
        SailRepository repository =
                OutboxStores.repository(arguments[0], Path.of(arguments[1]), OutboxSettings.DEFAULT);
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            RandomTransactions transactions = new RandomTransactions(Long.parseLong(arguments[2]) * 10 + writer);
            writers.add(CompletableFuture.runAsync(() -> {
                try (RepositoryConnection connection = repository.getConnection()) {
                    while (true) {
                        transactions.run(connection);
                        System.out.println(OutboxStores.position(connection).number());
                    }
                }
            }));
        }
        writers.forEach(CompletableFuture::join);
    }
}
