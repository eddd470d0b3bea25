package dev.velella.quickstart;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The options of the quickstart; they are checked already.
 *
 * @param graphs number of graphs to simulate
 * @param stations number of stations to simulate
 * @param seed seed of the simulation
 * @param input stream file to replay instead of the simulation
 * @param mqtt whether the simulated stations send to an MQTT broker
 * @param dataDir directory of all data; empty for a temporary directory
 * @param port port of the SPARQL endpoint that the user demands; empty if the user named none
 * @param pagePort port of the page that the user demands; empty if the user named none
 * @param rate graphs that the simulation sends in a second; 0 for as many as possible
 * @param graphPolicy {@code per-stream} or {@code keep}; if empty, the first elements of the stream decide
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
        Optional<Integer> pagePort,
        int rate,
        Optional<String> graphPolicy,
        String temporalStatement,
        String late,
        Optional<Path> patchesOut,
        boolean exit) {

    /** A description of the stream. A data directory holds one stream only, under one policy. */
    String stream(String policy) {
        String source = input.map(file -> "file " + file.toAbsolutePath())
                .orElseGet(() -> "simulation of " + graphs + " graphs, " + stations + " stations, seed " + seed
                        + (mqtt ? ", sent through MQTT" : ""));
        return source + ", temporal statement: " + temporalStatement + ", late: " + late
                + (policy.equals(StreamLook.PER_STREAM) ? "" : ", graph policy: " + policy);
    }
}
