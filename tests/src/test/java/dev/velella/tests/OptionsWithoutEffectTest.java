package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.velella.kit.cluster.ClusterOptions;
import dev.velella.kit.options.Option;
import dev.velella.sink.RdfSinkTask;
import dev.velella.sink.options.RdfSinkConfig;
import dev.velella.sink.targets.TargetType;
import dev.velella.source.RdfSourceTask;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.task.SourceType;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/**
 * Every option that a kind of source or target offers is read by the code of that kind. An option that is offered and read by nobody has
 * no effect, and its user does not know. The code of a kind is what its classes can call; classes of other kinds are left out.
 */
class OptionsWithoutEffectTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.velella");

    /** Methods that say what options there are, and whether they fit together. They are no use of a value. */
    private static final Set<String> DECLARATIONS = Set.of(
            "define",
            "defineConnector",
            "definition",
            "problems",
            "<clinit>",
            "optionGroups",
            "shared",
            "withoutEffect");

    private static final Map<String, JavaField> FIELDS = fields();

    /** The field that declares each option; several parts may have an option of the same name. */
    private static Map<String, JavaField> fields() {
        Map<String, JavaField> fields = new HashMap<>();
        for (JavaClass owner : CLASSES) {
            if (owner.getPackageName().startsWith("dev.velella.sink")
                    || owner.getPackageName().startsWith("dev.velella.source")
                    || owner.getPackageName().startsWith("dev.velella.graph")) {
                for (JavaField field : owner.getFields()) {
                    if (field.getRawType().isEquivalentTo(Option.class)
                            && field.getModifiers().contains(JavaModifier.STATIC)) {
                        fields.put(part(owner) + name(field), field);
                    }
                }
            }
        }
        return fields;
    }

    private static String part(JavaClass owner) {
        return owner.getPackageName().startsWith("dev.velella.sink") ? "sink " : "source ";
    }

    private static String name(JavaField field) {
        try {
            Field read = field.reflect();
            read.setAccessible(true);
            return ((Option<?>) read.get(null)).name();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyOptionOfASourceIsReadByItsType() {
        Set<String> unread = new TreeSet<>();
        Map<SourceType, JavaClass> types = sourceTypes();
        assertThat(types).hasSizeGreaterThan(5);
        ConfigDef all = RdfSourceConfig.definition(List.copyOf(types.keySet()));
        types.forEach((type, owner) -> {
            Set<String> others = types.values().stream()
                    .map(JavaClass::getPackageName)
                    .filter(name -> !name.equals(owner.getPackageName()))
                    .collect(Collectors.toSet());
            Set<JavaField> read = reads(owner.reflect(), others);
            read.addAll(reads(RdfSourceTask.class, others));
            unread.addAll(unread(
                    "source ", type.name(), offered(all, RdfSourceConfig.SOURCE_TYPE_CONFIG, type.name()), read));
        });
        assertThat(unread).isEmpty();
    }

    /** The types of sources, and the classes that declare them. */
    private static Map<SourceType, JavaClass> sourceTypes() {
        Map<SourceType, JavaClass> types = new HashMap<>();
        for (JavaClass owner : CLASSES) {
            for (JavaField field : owner.getFields()) {
                if (field.getRawType().isEquivalentTo(SourceType.class)
                        && field.getModifiers().contains(JavaModifier.STATIC)) {
                    try {
                        types.put((SourceType) field.reflect().get(null), owner);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }
        return types;
    }

    @Test
    void everyOptionOfATargetIsReadByItsType() {
        Set<String> unread = new TreeSet<>();
        List<TargetType> types = kinds(TargetType.class);
        assertThat(types).hasSizeGreaterThan(3);
        for (TargetType type : types) {
            Set<String> others = others(types, type);
            Set<JavaField> read = reads(type.getClass(), others);
            read.addAll(reads(RdfSinkTask.class, others));
            ConfigDef def = new ConfigDef();
            type.optionGroups().forEach(group -> group.define(def, List.of(type.name())));
            unread.addAll(unread("sink ", type.name(), def.names(), read));
        }
        assertThat(unread).isEmpty();
    }

    /** The options that the rest of the sink reads, whatever the target is. */
    @Test
    void everyOptionOfTheSinkIsReadBySomebody() {
        Set<JavaField> read = new HashSet<>();
        CLASSES.stream()
                .filter(owner -> owner.getPackageName().startsWith("dev.velella.sink"))
                .forEach(owner -> owner.getCodeUnits().forEach(unit -> read.addAll(readsOf(unit))));
        assertThat(unread("sink ", "any", named(RdfSinkConfig.definition()), read))
                .isEmpty();
    }

    private static Set<String> named(ConfigDef def) {
        Set<String> names = new HashSet<>(def.names());
        names.remove(TargetType.OPTION); // read by its name
        return names;
    }

    /** The options that user interfaces show, and validation accepts, for a kind. */
    private static Set<String> offered(ConfigDef all, String option, String kind) {
        return all.configKeys().entrySet().stream()
                .filter(each -> each.getValue().recommender == null
                        || each.getValue().recommender.visible(each.getKey(), Map.of(option, kind)))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static Set<String> unread(String part, String kind, Set<String> offered, Set<JavaField> read) {
        return offered.stream()
                .filter(option ->
                        !option.equals(ClusterOptions.BOOTSTRAP_SERVERS_CONFIG)) // read as the options of clients are
                .filter(option -> FIELDS.containsKey(part + option))
                .filter(option -> !read.contains(FIELDS.get(part + option)))
                .map(option -> kind + ": " + option)
                .collect(Collectors.toSet());
    }

    private static <T> List<T> kinds(Class<T> of) {
        List<T> kinds = new ArrayList<>();
        for (JavaClass kind : CLASSES.get(of).getAllSubclasses()) {
            if (!kind.getModifiers().contains(JavaModifier.ABSTRACT)) {
                try {
                    kinds.add(of.cast(kind.reflect().getDeclaredConstructor().newInstance()));
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return kinds;
    }

    /** Packages that belong to other kinds alone. */
    private static Set<String> others(List<?> types, Object type) {
        Set<String> packages = types.stream()
                .map(each -> each.getClass().getPackageName())
                .collect(Collectors.toCollection(HashSet::new));
        packages.remove(type.getClass().getPackageName());
        return packages;
    }

    private static Set<JavaField> reads(Class<?> root, Set<String> others) {
        Set<JavaField> read = new HashSet<>();
        Set<JavaCodeUnit> seen = new HashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>();
        for (JavaClass at = CLASSES.get(root);
                at.getName().startsWith("dev.velella");
                at = at.getRawSuperclass().orElseThrow()) {
            next.addAll(at.getCodeUnits());
        }
        // the classes of its package are made by it
        CLASSES.stream()
                .filter(owner -> owner.getPackageName().equals(root.getPackageName()))
                .forEach(owner -> next.addAll(owner.getCodeUnits()));
        while (!next.isEmpty()) {
            JavaCodeUnit unit = next.poll();
            if (seen.add(unit) && !DECLARATIONS.contains(unit.getName())) {
                read.addAll(readsOf(unit));
                Stream.concat(unit.getCallsFromSelf().stream(), unit.getCodeUnitReferencesFromSelf().stream())
                        .map(call -> (JavaCodeUnitAccess<?>) call)
                        .forEach(call -> targets(call, others).forEach(next::add));
            }
        }
        return read;
    }

    private static Set<JavaField> readsOf(JavaCodeUnit unit) {
        if (DECLARATIONS.contains(unit.getName())) {
            return Set.of();
        }
        return unit.getFieldAccesses().stream()
                .filter(access -> access.getAccessType() == JavaFieldAccess.AccessType.GET)
                .map(JavaAccess::getTarget)
                .flatMap(target -> target.resolveMember().stream())
                .filter(member -> member.getRawType().isEquivalentTo(Option.class))
                .collect(Collectors.toSet());
    }

    /** The code that a call can reach: the method, and those that override it. */
    private static List<JavaCodeUnit> targets(JavaCodeUnitAccess<?> call, Set<String> others) {
        List<JavaCodeUnit> found = new ArrayList<>();
        JavaClass owner = call.getTargetOwner();
        if (!owner.getName().startsWith("dev.velella")) {
            return found;
        }
        List<JavaClass> owners = new ArrayList<>(owner.getAllRawSuperclasses());
        owners.add(owner);
        owners.addAll(owner.getAllSubclasses());
        for (JavaClass each : owners) {
            if (each.getName().startsWith("dev.velella") && !others.contains(each.getPackageName())) {
                each.getCodeUnits().stream()
                        .filter(unit -> unit.getName().equals(call.getTarget().getName())
                                && unit.getRawParameterTypes()
                                        .equals(call.getTarget().getRawParameterTypes()))
                        .forEach(found::add);
            }
        }
        return found;
    }
}
