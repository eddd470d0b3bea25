package dev.velella.tests.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The rights that {@code docs/security.md} says the parts need, row by row. */
public final class RightsTable {
    private static final String HEAD = "| who | resource | name | operations | said without them |";

    private RightsTable() {}

    /**
     * One row.
     *
     * @param who the principal, as its user is called
     * @param name of the resource; with an asterisk at the end, what names begin with
     * @param said what must be part of the message where a right is missing; empty where the page quotes none
     */
    public record Row(String who, ResourceType resource, String name, List<AclOperation> operations, String said) {
        /** The rights as Kafka has them. */
        public List<AclBinding> bindings() {
            return operations.stream().map(this::binding).toList();
        }

        private AclBinding binding(AclOperation operation) {
            boolean prefix = name.endsWith("*");
            ResourcePattern pattern = new ResourcePattern(
                    resource,
                    prefix ? name.substring(0, name.length() - 1) : name,
                    prefix ? PatternType.PREFIXED : PatternType.LITERAL);
            return new AclBinding(
                    pattern, new AccessControlEntry("User:" + who, "*", operation, AclPermissionType.ALLOW));
        }

        List<AclBindingFilter> filters() {
            return bindings().stream().map(AclBinding::toFilter).toList();
        }

        boolean isSaid() {
            return !said.isEmpty();
        }
    }

    /** All rows of the page. */
    public static List<Row> read() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("..", "docs", "security.md"));
        List<Row> rows = new ArrayList<>();
        int line = lines.indexOf(HEAD);
        if (line < 0) {
            throw new IllegalStateException("docs/security.md has no table that begins with " + HEAD);
        }
        for (line += 2; line < lines.size() && lines.get(line).startsWith("|"); line++) {
            String[] cells = Arrays.stream(lines.get(line).split("\\|"))
                    .map(String::strip)
                    .toArray(String[]::new);
            rows.add(new Row(
                    cells[1],
                    ResourceType.fromString(cells[2].toUpperCase(Locale.ROOT).replace(' ', '_')),
                    cells[3].replace("`", ""),
                    Arrays.stream(cells[4].split(", "))
                            .map(RightsTable::operation)
                            .toList(),
                    cells[5].startsWith("`") ? cells[5].replace("`", "") : ""));
        }
        return rows;
    }

    private static AclOperation operation(String name) {
        AclOperation operation = AclOperation.fromString(
                name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
        if (operation == AclOperation.UNKNOWN) {
            throw new IllegalStateException("docs/security.md has the unknown operation " + name);
        }
        return operation;
    }
}
