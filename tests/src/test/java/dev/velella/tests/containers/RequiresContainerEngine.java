package dev.velella.tests.containers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test class that needs a container engine (Docker). Without one its tests are skipped with a message; with
 * the system property {@value ContainerEngineCondition#REQUIRED_PROPERTY} set to true they fail instead.
 *
 * <p>The tag {@code containers} selects these tests: {@code -Dgroups=containers} runs no others, {@code
 * -DexcludedGroups=containers} all others.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("containers")
@ExtendWith(ContainerEngineCondition.class)
@interface RequiresContainerEngine {}
