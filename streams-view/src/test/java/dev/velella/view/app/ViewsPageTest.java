package dev.velella.view.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.rdf.PatchOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each view of the page {@code docs/views.md} gives, with the data of the page, the records of the page. */
class ViewsPageTest {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final String PREFIXES = "PREFIX : <http://example.org/> PREFIX sh: <http://www.w3.org/ns/shacl#> ";

    private static List<String> sections() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "views.md"));
        String part = page.substring(page.indexOf("## Ten views"), page.indexOf("\n## Metrics"));
        return Stream.of(part.split("\n### ")).skip(1).toList();
    }

    @Test
    void thereAreTen() throws Exception {
        assertThat(sections()).hasSize(10);
    }

    @TestFactory
    Stream<DynamicTest> views() throws Exception {
        return sections().stream()
                .map(section ->
                        DynamicTest.dynamicTest(section.lines().findFirst().orElse(""), () -> run(section)));
    }

    static void run(String section) throws Exception {
        try (ViewPipe pipe = new ViewPipe()) {
            List<String> written = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            String view = "";
            int rows = 0;
            int patches = 0;
            Matcher blocks = BLOCK.matcher(section);
            while (blocks.find()) {
                String text = blocks.group(2).strip();
                switch (blocks.group(1)) {
                    case "json" -> {
                        ObjectNode definition = (ObjectNode) new JsonMapper().readTree(text);
                        for (String member : List.of("query", "shapes")) {
                            if (definition.has(member)) {
                                definition.put(
                                        member,
                                        PREFIXES + definition.get(member).textValue());
                            }
                        }
                        view = definition.get("name").textValue();
                        pipe.define(view, definition.toString());
                        assertThat(pipe.faults.text()).isNull();
                    }
                    case "static" -> pipe.define("data:static.ttl", PREFIXES + text);
                    case "turtle" -> pipe.graph("one", text.substring(0, text.length() - 1));
                    case "wait" -> pipe.pass(Duration.parse(text).toMillis());
                    case "text" -> expected.addAll(text.lines().toList());
                    case "count" -> expected.add(text);
                    case "sh" -> assertThat(text).startsWith("./velella view "); // ViewCommandTest runs it
                    default -> throw new AssertionError("a block of " + blocks.group(1));
                }
                List<String> now = rows(pipe, view);
                rows += now.size();
                written.addAll(now);
                List<TestRecord<byte[], byte[]>> changes = pipe.read("view-" + view + ".patches");
                patches += changes.size();
                changes.forEach(record -> written.addAll(changes(record)));
            }
            if (expected.get(0).startsWith("rows ")) {
                assertThat("rows " + rows + ", patches " + patches).isEqualTo(expected.get(0));
            } else {
                assertThat(written).containsExactlyElementsOf(expected);
            }
        }
    }

    private static List<String> rows(ViewPipe pipe, String view) {
        return pipe.read("view-" + view + ".rows").stream()
                .map(record -> ViewPipe.text(record.key()) + " "
                        + (record.value() == null ? "null" : ViewPipe.text(record.value())))
                .toList();
    }

    private static List<String> changes(TestRecord<byte[], byte[]> record) {
        List<String> changes = new ArrayList<>();
        for (PatchOperation row : ViewPipe.patch(record).effectiveOperations()) {
            if (row instanceof PatchOperation.Add add) {
                changes.add("+ " + text(add.statement()));
            } else if (row instanceof PatchOperation.Delete delete) {
                changes.add("- " + text(delete.statement()));
            }
        }
        return changes;
    }

    private static String text(Statement statement) {
        return text(statement.getSubject())
                + (statement.getPredicate().equals(RDF.TYPE) ? " a " : " " + text(statement.getPredicate()) + " ")
                + text(statement.getObject());
    }

    private static String text(Value value) {
        return value.stringValue().replace("http://example.org/", ":");
    }
}
