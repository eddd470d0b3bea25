package dev.velella.cli;

import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;

/** Checks of the values of options that several groups of options need. */
interface OptionChecks {
    /** Host and port of brokers, with commas between them. */
    Pattern SERVERS = Pattern.compile("[^\\s,]+:[0-9]{1,5}(,[^\\s,]+:[0-9]{1,5})*");

    /** The exception for wrong usage of the command. */
    ParameterException usage(String message);

    /** Checks that the value of an option is at least 1, and returns it. */
    default long atLeastOne(String option, long value) {
        if (value < 1) {
            throw usage(option + " must be at least 1, not " + value);
        }
        return value;
    }

    /** As {@link #atLeastOne(String, long)}. */
    default int atLeastOne(String option, int value) {
        return (int) atLeastOne(option, (long) value);
    }

    /** Checks the numbers of partitions. */
    default void checkPartitions(Set<Integer> partitions) {
        for (int partition : partitions) {
            if (partition < 0) {
                throw usage("--partition must be at least 0, not " + partition);
            }
        }
    }

    /** Checks the addresses of brokers. */
    default void checkServers(String servers) {
        if (!SERVERS.matcher(servers).matches()) {
            throw usage("--bootstrap-server must be HOST:PORT, or several with commas between them, not " + servers);
        }
    }
}
