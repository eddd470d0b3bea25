package dev.velella.tests.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.strimzi.api.kafka.model.connect.KafkaConnect;
import io.strimzi.api.kafka.model.connector.KafkaConnector;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What Strimzi's and Kubernetes' own classes do not know of a document: fields that end as additional properties, and values
 * of another type.
 */
final class ManifestModels {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, Class<?>> MODELS = Map.ofEntries(
            Map.entry("kafka.strimzi.io/v1 KafkaConnect", KafkaConnect.class),
            Map.entry("kafka.strimzi.io/v1 KafkaConnector", KafkaConnector.class),
            Map.entry("kafka.strimzi.io/v1 KafkaTopic", KafkaTopic.class),
            Map.entry("kafka.strimzi.io/v1 KafkaUser", KafkaUser.class),
            Map.entry("v1 ConfigMap", ConfigMap.class),
            Map.entry("v1 PersistentVolumeClaim", PersistentVolumeClaim.class),
            Map.entry("v1 Service", Service.class),
            Map.entry("apps/v1 StatefulSet", StatefulSet.class),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
            Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("rbac.authorization.k8s.io/v1 Role", Role.class),
            Map.entry("rbac.authorization.k8s.io/v1 RoleBinding", RoleBinding.class));

    private ManifestModels() {}

    static List<String> problems(ObjectNode document) {
        String type = document.path("apiVersion").asText() + " "
                + document.path("kind").asText();
        Class<?> model = MODELS.get(type);
        if (model == null) {
            return List.of(type + " is no type that is known");
        }
        Object read;
        try {
            read = JSON.convertValue(document, model);
        } catch (IllegalArgumentException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
        List<String> problems = new ArrayList<>();
        check("", read, problems);
        return problems;
    }

    private static void check(String path, Object value, List<String> problems) {
        if (value instanceof Collection<?> many) {
            int index = 0;
            for (Object each : many) {
                check(path + "[" + index++ + "]", each, problems);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> {
                if (each != null) {
                    check(path + "." + key, each, problems);
                }
            });
        } else if (isOfModel(value.getClass())) {
            for (Method getter : value.getClass().getMethods()) {
                checkProperty(path, value, getter, problems);
            }
        }
    }

    private static boolean isOfModel(Class<?> type) {
        return !type.isEnum()
                && type != Quantity.class
                && (type.getName().startsWith("io.strimzi.") || type.getName().startsWith("io.fabric8."));
    }

    private static void checkProperty(String path, Object owner, Method getter, List<String> problems) {
        if (getter.getParameterCount() > 0
                || !getter.getName().startsWith("get")
                || getter.getDeclaringClass() == Object.class) {
            return;
        }
        Object value;
        try {
            value = getter.invoke(owner);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(getter + " of " + owner, e);
        }
        if (getter.getName().equals("getAdditionalProperties")) {
            if (value instanceof Map<?, ?> unknown && !unknown.isEmpty()) {
                problems.add(path + " has unknown fields: " + unknown.keySet());
            }
            return;
        }
        if (value != null) {
            check(path + "." + getter.getName().substring(3), value, problems);
        }
    }
}
