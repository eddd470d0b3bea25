package dev.velella.status.read;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Metrics of parts in this process, from JMX, named as the agent for Prometheus names them. Stateless. */
public final class LocalMetrics implements Metrics.Source {
    private static final Logger LOG = LoggerFactory.getLogger(LocalMetrics.class);

    private static final List<String> NAMES = List.of(
            "kafka.connect:type=plugins,*",
            "kafka.connect:type=connect-worker-metrics,*",
            "kafka.streams:type=velella-diff-metrics,*",
            "kafka.streams:type=velella-view-metrics,*",
            "kafka.streams:type=stream-metrics,*");

    @Override
    public Metrics read() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        List<Sample> samples = new ArrayList<>();
        for (String pattern : NAMES) {
            for (ObjectName bean : names(server, pattern)) {
                try {
                    read(server, bean, samples);
                } catch (InstanceNotFoundException e) {
                    LOG.debug("{} has gone meanwhile", bean);
                } catch (JMException e) {
                    LOG.debug("{} cannot be read", bean, e);
                }
            }
        }
        return new Metrics(samples, Map.of());
    }

    private static Set<ObjectName> names(MBeanServer server, String pattern) {
        try {
            return server.queryNames(new ObjectName(pattern), null);
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(pattern, e);
        }
    }

    private static void read(MBeanServer server, ObjectName bean, List<Sample> samples) throws JMException {
        MBeanAttributeInfo[] infos = server.getMBeanInfo(bean).getAttributes();
        String[] names = new String[infos.length];
        for (int i = 0; i < infos.length; i++) {
            names[i] = infos[i].getName();
        }
        Map<String, String> labels = new HashMap<>();
        bean.getKeyPropertyList()
                .forEach((label, value) -> labels.put(
                        label.replace('-', '_'), value.startsWith("\"") ? ObjectName.unquote(value) : value));
        String type = String.valueOf(labels.remove("type"));
        for (Attribute attribute : server.getAttributes(bean, names).asList()) {
            if (attribute.getValue() instanceof Number value) {
                String name = bean.getDomain() + "_" + type + "_" + attribute.getName();
                samples.add(new Sample(name.replaceAll("[^A-Za-z0-9_]", "_"), labels, value.doubleValue()));
            }
        }
    }
}
