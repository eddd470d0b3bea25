package dev.velella.tests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.dictionary.Dictionary;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What all readers made of one run.
 *
 * @param visible records by isolation level
 * @param deliveries of all readers
 * @param provenLost records of which one pass over all partitions said that they are missing, by isolation level
 * @param dictionaryTimes when each dictionary came to the broker, by its name
 * @param aborted keys of the elements that sources wrote into transactions which they aborted
 * @param events what happened, by name
 */
record Verdict(
        Map<Isolation, VisibleRecords> visible,
        List<Deliveries> deliveries,
        Map<Isolation, Long> provenLost,
        Map<Long, Long> dictionaryTimes,
        Set<String> aborted,
        Map<String, Long> events) {

    /** Whatever happened: every visible record is decoded right or reported; nothing is guessed; losses are counted. */
    void assertDecodedRightOrReported() {
        for (Deliveries reader : deliveries) {
            reader.verify(visible.get(reader.isolation()));
        }
        visible.forEach((isolation, records) -> assertThat(provenLost.get(isolation))
                .as("records counted as lost, %s", isolation.level())
                .isEqualTo(records.provenLost()));
    }

    /** Nothing was lost, so nothing may be undecodable. */
    void assertEverythingDecoded() {
        for (Deliveries reader : deliveries) {
            assertThat(reader.reasons()).as("%s: records reported", reader).isEmpty();
        }
        visible.forEach((isolation, records) ->
                assertThat(records.undecodable()).as(isolation.level()).isZero());
    }

    /** No record names a dictionary that was not there before it. */
    void assertDictionariesCameFirst() {
        visible.get(Isolation.UNCOMMITTED).firstUse().forEach((name, used) -> assertThat(dictionaryTimes.get(name))
                .as("time of dictionary %s, which a record of %d names", Dictionary.text(name), used)
                .isNotNull()
                .isLessThanOrEqualTo(used));
    }

    long wrong() {
        return deliveries.stream().mapToLong(Deliveries::wrongCount).sum();
    }

    /** Writes the counts, one a line: name, value, unit. */
    void print(String scenario) {
        Map<String, Long> counts = new TreeMap<>(events);
        visible.forEach((isolation, records) -> {
            counts.put("records-" + isolation.level(), (long) records.records().size());
            counts.put("repeated-elements-" + isolation.level(), records.repeatedKeys());
            counts.put("streams-" + isolation.level(), (long) records.streams());
            counts.put("undecodable-" + isolation.level(), (long) records.undecodable());
            counts.put("records-on-dictionaries-" + isolation.level(), records.onDictionaries());
            counts.put("proven-lost-" + isolation.level(), records.provenLost());
        });
        for (Deliveries reader : deliveries) {
            reader.reasons()
                    .forEach((reason, count) ->
                            counts.merge("reported-" + reason.toLowerCase(Locale.ROOT), count, Long::sum));
            counts.merge("deliveries", reader.count(), Long::sum);
            counts.merge("deliveries-repeated", reader.repeated(), Long::sum);
        }
        counts.put("dictionaries", (long) dictionaryTimes.size());
        counts.put("readers", (long) deliveries.size());
        counts.put("wrong", wrong());
        counts.forEach((name, value) ->
                System.out.println("key-frame-chaos." + scenario + "." + name + " " + value + " " + unit(name)));
    }

    private static String unit(String name) {
        return name.startsWith("records")
                        || name.startsWith("repeated")
                        || name.startsWith("undecodable")
                        || name.startsWith("proven")
                ? "records"
                : name.startsWith("deliveries") || name.startsWith("reported") || name.equals("wrong")
                        ? "deliveries"
                        : name.startsWith("streams") ? "streams" : "times";
    }
}
