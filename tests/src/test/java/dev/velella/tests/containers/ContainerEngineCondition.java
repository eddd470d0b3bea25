package dev.velella.tests.containers;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/**
 * Decides once per test class whether a container engine answers. Conditions come before every other extension, so no
 * container is started when the answer is no. The probe takes well under a second and its answer holds for the JVM.
 */
final class ContainerEngineCondition implements ExecutionCondition {
    static final String REQUIRED_PROPERTY = "velella.containers.required";

    private static final String ABSENT = "no container engine answers: start Docker or set DOCKER_HOST";

    /** @throws IllegalStateException if no engine answers although one is required; JUnit fails the class with it */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            return ConditionEvaluationResult.enabled("a container engine answers");
        }
        if (Boolean.getBoolean(REQUIRED_PROPERTY)) {
            throw new IllegalStateException(ABSENT + " (" + REQUIRED_PROPERTY + " is true, so this is an error)");
        }
        return ConditionEvaluationResult.disabled(ABSENT);
    }
}
