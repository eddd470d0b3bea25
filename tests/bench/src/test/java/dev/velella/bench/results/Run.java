package dev.velella.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * How some figures were measured.
 *
 * @param command as a person would repeat it
 * @param date of the begin, {@code YYYY-MM-DD}, in UTC
 * @param commit of the code; {@code +changes} at the end if files of the suite's code were not committed
 * @param machine processor, memory, system, Java, and load when the run began, by name
 * @param versions of Kafka, of the stores and of the peers, by name; may be empty
 * @param remark about the circumstances, a sentence or several; may be empty
 * @param changed folders of the suite's code that have changed since that commit, as {@link CodeChanges} found them last
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Run(
        String command,
        String date,
        String commit,
        Map<String, String> machine,
        Map<String, String> versions,
        String remark,
        List<String> changed) {

    /** Absent parts of the file are empty. */
    public Run {
        machine = machine == null ? Map.of() : machine;
        versions = versions == null ? Map.of() : versions;
        remark = remark == null ? "" : remark;
        changed = changed == null ? List.of() : List.copyOf(changed);
    }

    Run withChanged(List<String> folders) {
        return new Run(command, date, commit, machine, versions, remark, folders);
    }
}
