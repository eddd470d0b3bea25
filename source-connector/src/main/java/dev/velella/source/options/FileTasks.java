package dev.velella.source.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/** Divides the files among the tasks, and passes each task its files in an option. */
public final class FileTasks {
    /** Option with the files of a task. The connector adds it to the options of the user. */
    private static final String TASK_FILES = "task.files";

    private static final ObjectMapper JSON = new ObjectMapper();

    private FileTasks() {}

    /**
     * The options of the tasks. The tasks take the files in turn; each task reads its files in the order of their
     * names. Without files there are no tasks.
     */
    public static List<Map<String, String>> divide(Map<String, String> options, List<Path> files, int maxTasks) {
        int tasks = Math.min(maxTasks, files.size());
        List<Map<String, String>> divided = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            List<String> own = new ArrayList<>();
            for (int i = task; i < files.size(); i += tasks) {
                own.add(files.get(i).toString());
            }
            Map<String, String> of = new HashMap<>(options);
            of.put(TASK_FILES, write(own));
            divided.add(of);
        }
        return divided;
    }

    /** The files of a task; null if the options are the options of a connector. */
    public static @Nullable List<Path> of(Map<String, String> taskOptions) {
        String files = taskOptions.get(TASK_FILES);
        return files == null ? null : read(files).stream().map(Path::of).toList();
    }

    private static String write(List<String> files) {
        try {
            return JSON.writeValueAsString(files);
        } catch (JsonProcessingException e) {
            throw new ConnectException(e);
        }
    }

    private static List<String> read(String files) {
        try {
            return JSON.readValue(files, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new ConnectException("not files of a task: " + files, e);
        }
    }
}
