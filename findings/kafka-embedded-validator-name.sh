#!/usr/bin/env bash
# A check of an option of a transformation is told the option's name without its prefix, so its message names an option that is not there.
#
# Version   org.apache.kafka:kafka-clients 4.3.1, ConfigDef.embed, with which Kafka Connect puts the options of transformations and
#           predicates into those of a connector
# Input     a definition with an option "pattern" that has a validator, embedded with the prefix "transforms.route."; then a value that the
#           validator refuses
# Expected  the validator gets the name that the user wrote, "transforms.route.pattern", as the list of the results has it
# Seen      the list has the whole name, but the validator, and so the message that it makes, has "pattern". In a connector with two
#           transformations the message does not say which of them it means
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-clients</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.util.Map;
import org.apache.kafka.common.config.*;

public class Finding {
    public static void main(String[] args) {
        ConfigDef.Validator refuses = (name, value) -> {
            throw new ConfigException(name, value, "is refused");
        };
        ConfigDef inner = new ConfigDef()
                .define("pattern", ConfigDef.Type.STRING, ConfigDef.NO_DEFAULT_VALUE, refuses, ConfigDef.Importance.HIGH, "");
        ConfigDef outer = new ConfigDef();
        outer.embed("transforms.route.", "Transforms", 0, inner);
        ConfigValue value = outer.validate(Map.of("transforms.route.pattern", "x")).get(0);
        System.out.println("name in the list: " + value.name());
        System.out.println("message: " + value.errorMessages().get(0));
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" | tee "$dir/out"
grep -qx 'name in the list: transforms.route.pattern' "$dir/out"
grep -qx 'message: Invalid value x for configuration pattern: is refused' "$dir/out"
