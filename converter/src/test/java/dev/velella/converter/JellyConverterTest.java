package dev.velella.converter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.rdf.ElementKind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JellyConverterTest {
    private static final String TOPIC = "graphs";

    private final JellyConverter converter = configured(Map.of());
    private final Headers headers = new RecordHeaders();

    @Test
    void graphsGoThereAndBackUnderTheirContentType() {
        byte[] frame = converter.fromConnectData(TOPIC, headers, RdfStructs.GRAPH_SCHEMA, RdfStructs.of(Rdf.graph()));
        assertThat(contentType()).isEqualTo("application/x-jelly-rdf");
        SchemaAndValue back = converter.toConnectData(TOPIC, headers, frame);
        assertThat(back.schema()).isSameAs(RdfStructs.GRAPH_SCHEMA);
        assertThat(RdfStructs.toElement(back.value())).isEqualTo(Rdf.graph());
    }

    @Test
    void patchesGoThereAndBackUnderTheirContentType() {
        byte[] frame = converter.fromConnectData(TOPIC, headers, RdfStructs.PATCH_SCHEMA, RdfStructs.of(Rdf.patch()));
        assertThat(contentType()).isEqualTo("application/x-jelly-rdf-patch");
        SchemaAndValue back = converter.toConnectData(TOPIC, headers, frame);
        assertThat(RdfStructs.toElement(back.value())).isEqualTo(Rdf.patch());
    }

    @Test
    void withoutHeadersTheFrameItselfTellsGraphFromPatch() {
        byte[] graph = converter.fromConnectData(TOPIC, RdfStructs.GRAPH_SCHEMA, RdfStructs.of(Rdf.graph()));
        byte[] patch = converter.fromConnectData(TOPIC, RdfStructs.PATCH_SCHEMA, RdfStructs.of(Rdf.patch()));
        assertThat(RdfStructs.kindOf(converter.toConnectData(TOPIC, graph).value()) == ElementKind.GRAPH)
                .isTrue();
        assertThat(RdfStructs.kindOf(converter.toConnectData(TOPIC, patch).value()) == ElementKind.PATCH)
                .isTrue();
    }

    @Test
    void aRecordConvertedAgainHasTheSameBytesAndOneContentType() {
        byte[] first = converter.fromConnectData(TOPIC, headers, null, RdfStructs.of(Rdf.graph()));
        byte[] again = converter.fromConnectData(TOPIC, headers, null, RdfStructs.of(Rdf.graph()));
        assertThat(again).isEqualTo(first);
        assertThat(headers.toArray()).hasSize(1);
    }

    @Test
    void nullIsATombstoneBothWays() {
        assertThat(converter.fromConnectData(TOPIC, headers, null, null)).isNull();
        assertThat(headers.toArray()).isEmpty();
        assertThat(converter.toConnectData(TOPIC, headers, null)).isEqualTo(SchemaAndValue.NULL);
        assertThat(converter.fromConnectData(TOPIC, null, null)).isNull();
        assertThat(converter.toConnectData(TOPIC, null)).isEqualTo(SchemaAndValue.NULL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type", "content-type", "CONTENT-TYPE"})
    void readsTheContentTypeInAnySpelling(String name) {
        headers.add(name, "Application/X-Jelly-RDF-Patch; charset=utf-8".getBytes(StandardCharsets.UTF_8));
        byte[] frame = converter.fromConnectData(TOPIC, null, RdfStructs.of(Rdf.patch()));
        assertThat(RdfStructs.kindOf(
                                converter.toConnectData(TOPIC, headers, frame).value())
                        == ElementKind.PATCH)
                .isTrue();
    }

    @Test
    void aContentTypeThatIsNotTrueIsAnError() {
        headers.add("content-type", "application/x-jelly-rdf".getBytes(StandardCharsets.UTF_8));
        byte[] patch = converter.fromConnectData(TOPIC, null, RdfStructs.of(Rdf.patch()));
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, headers, patch)).isInstanceOf(DataException.class);
    }

    @Test
    void refusesBytesThatAreNoFrameAndValuesThatAreNoRdf() {
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, "hello".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs");
        assertThatThrownBy(() -> converter.fromConnectData(TOPIC, null, "hello"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void whatTheOptionsCannotCarryIsAnErrorAndTheNextRecordIsFine() {
        Object quoting = RdfStructs.of(dev.velella.rdf.RdfGraph.of(java.util.List.of(Rdf.quoting())));
        assertThatThrownBy(() -> converter.fromConnectData(TOPIC, null, quoting))
                .isInstanceOf(DataException.class);
        byte[] frame = converter.fromConnectData(TOPIC, null, RdfStructs.of(Rdf.graph()));
        assertThat(RdfStructs.toElement(converter.toConnectData(TOPIC, frame).value()))
                .isEqualTo(Rdf.graph());
        JellyConverter star = configured(Map.of("jelly.rdf.star", "true"));
        assertThat(star.fromConnectData(TOPIC, null, quoting)).isNotEmpty();
    }

    @Test
    void isNoKeyConverter() {
        assertThatThrownBy(() -> new JellyConverter().configure(Map.of(), true))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("StringConverter");
    }

    @Test
    void theConverterIsFoundByServiceLoaderAndTheOneThatOldWorkersCannotLoadIsNot() {
        List<Converter> found = ServiceLoader.load(Converter.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(JellyConverter.class::isInstance)
                .toList();
        assertThat(found).extracting(converter -> (Object) converter.getClass()).containsExactly(JellyConverter.class);
        for (Converter converter : List.of(found.get(0), new MeteredJellyConverter())) {
            assertThat(((JellyConverter) converter).version()).isEqualTo(VelellaVersion.get());
            assertThat(converter.config().names()).contains("jelly.mode");
        }
    }

    @Test
    void manyAreMadeAskedForTheirOptionsAndClosedWithoutBeingUsed() {
        for (int i = 0; i < 45; i++) {
            JellyConverter throwAway = i % 2 == 0 ? new JellyConverter() : new MeteredJellyConverter();
            throwAway.config();
            throwAway.close();
            throwAway.close();
        }
    }

    @Test
    void saysWhenItIsNotConfiguredOrClosed() {
        JellyConverter closed = configured(Map.of());
        closed.close();
        for (JellyConverter unusable : List.of(new JellyConverter(), closed)) {
            assertThatThrownBy(() -> unusable.fromConnectData(TOPIC, headers, null, RdfStructs.of(Rdf.graph())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not configured");
            assertThatThrownBy(() -> unusable.toConnectData(TOPIC, headers, new byte[0]))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not configured");
        }
        closed.configure(Map.of(), false);
        assertThat(closed.fromConnectData(TOPIC, headers, null, null)).isNull();
    }

    private String contentType() {
        return new String(headers.lastHeader("content-type").value(), StandardCharsets.US_ASCII);
    }

    private static JellyConverter configured(Map<String, String> options) {
        JellyConverter converter = new JellyConverter();
        converter.configure(new HashMap<>(options), false);
        return converter;
    }
}
