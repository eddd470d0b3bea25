package dev.velella.tests.operator;

import dev.velella.quickstart.part.Ports;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads metrics of a worker in another process over JMX, as an operator's exporter does. */
final class WorkerMetrics {
    private final int port;
    private MBeanServerConnection beans;

    WorkerMetrics() throws IOException {
        port = Ports.free();
    }

    /** Options for the worker's JVM. */
    List<String> jvmOptions() {
        return List.of(
                "-Dcom.sun.management.jmxremote.port=" + port,
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false",
                "-Dcom.sun.management.jmxremote.host=localhost",
                "-Djava.rmi.server.hostname=localhost");
    }

    /**
     * A metric of a connector's task 0.
     *
     * @param tags more tags, separated by commas; empty for none
     * @return {@link Long#MIN_VALUE} if there is none
     */
    long of(String connector, String tags, String name) throws Exception {
        if (beans == null) {
            beans = JMXConnectorFactory.connect(
                            new JMXServiceURL("service:jmx:rmi:///jndi/rmi://localhost:" + port + "/jmxrmi"))
                    .getMBeanServerConnection();
        }
        Set<ObjectName> found = beans.queryNames(
                new ObjectName("kafka.connect:type=plugins,connector=" + connector + ",task=0"
                        + (tags.isEmpty() ? "" : "," + tags)),
                null);
        for (ObjectName bean : found) {
            return ((Number) beans.getAttribute(bean, name)).longValue();
        }
        return Long.MIN_VALUE;
    }
}
