package dev.velella.quickstart;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the user asked of the quickstart; checked already.
 *
 * @param graphs to simulate
 * @param stations to simulate
 * @param seed of the simulation
 * @param input stream file to replay instead of the simulation
 * @param mqtt whether the simulated stations send to an MQTT broker
 * @param dataDir where everything is kept; a temporary directory if empty
 * @param port of the SPARQL endpoint, demanded
 * @param graphPolicy {@code per-stream} or {@code keep}; by a look at the stream if empty
 * @param temporalStatement {@code keep} or {@code drop}
 * @param late {@code drop} or {@code keep}
 * @param patchesOut file for the RDF Patch text of every patch
 * @param exit whether to end after the check
 */
public record QuickstartOptions(
        int graphs,
        int stations,
        long seed,
        Optional<Path> input,
        boolean mqtt,
        Optional<Path> dataDir,
        Optional<Integer> port,
        Optional<String> graphPolicy,
        String temporalStatement,
        String late,
        Optional<Path> patchesOut,
        boolean exit) {

    /** The stream in words; a data directory holds one stream only, under one policy. */
    String stream(String policy) {
        String source = input.map(file -> "file " + file.toAbsolutePath())
                .orElseGet(() -> "simulation of " + graphs + " graphs, " + stations + " stations, seed " + seed
                        + (mqtt ? ", sent through MQTT" : ""));
        return source + ", temporal statement: " + temporalStatement + ", late: " + late
                + (policy.equals(StreamLook.PER_STREAM) ? "" : ", graph policy: " + policy);
    }
}
