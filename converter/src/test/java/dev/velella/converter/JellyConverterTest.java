package dev.velella.converter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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
        byte[] frame =
                converter.fromConnectData(TOPIC, headers, RdfStructs.GRAPH_SCHEMA, RdfStructs.ofGraph(Rdf.graph()));
        assertThat(contentType()).isEqualTo("application/x-jelly-rdf");
        SchemaAndValue back = converter.toConnectData(TOPIC, headers, frame);
        assertThat(back.schema()).isSameAs(RdfStructs.GRAPH_SCHEMA);
        assertThat(RdfStructs.toGraph(back.value())).isEqualTo(Rdf.graph());
    }

    @Test
    void patchesGoThereAndBackUnderTheirContentType() {
        byte[] frame =
                converter.fromConnectData(TOPIC, headers, RdfStructs.PATCH_SCHEMA, RdfStructs.ofPatch(Rdf.patch()));
        assertThat(contentType()).isEqualTo("application/x-jelly-rdf-patch");
        SchemaAndValue back = converter.toConnectData(TOPIC, headers, frame);
        assertThat(RdfStructs.toPatch(back.value())).isEqualTo(Rdf.patch());
    }

    @Test
    void withoutHeadersTheFrameItselfTellsGraphFromPatch() {
        byte[] graph = converter.fromConnectData(TOPIC, RdfStructs.GRAPH_SCHEMA, RdfStructs.ofGraph(Rdf.graph()));
        byte[] patch = converter.fromConnectData(TOPIC, RdfStructs.PATCH_SCHEMA, RdfStructs.ofPatch(Rdf.patch()));
        assertThat(RdfStructs.isGraph(converter.toConnectData(TOPIC, graph).value()))
                .isTrue();
        assertThat(RdfStructs.isPatch(converter.toConnectData(TOPIC, patch).value()))
                .isTrue();
    }

    @Test
    void aRecordConvertedAgainHasTheSameBytesAndOneContentType() {
        byte[] first = converter.fromConnectData(TOPIC, headers, null, RdfStructs.ofGraph(Rdf.graph()));
        byte[] again = converter.fromConnectData(TOPIC, headers, null, RdfStructs.ofGraph(Rdf.graph()));
        assertThat(again).isEqualTo(first);
        assertThat(headers.toArray()).hasSize(1);
    }

    @Test
    void nullIsATombstoneBothWays() {
        assertThat(converter.fromConnectData(TOPIC, headers, null, null)).isNull();
        assertThat(headers.toArray()).isEmpty();
        assertThat(converter.toConnectData(TOPIC, headers, null)).isEqualTo(SchemaAndValue.NULL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type", "content-type", "CONTENT-TYPE"})
    void readsTheContentTypeInAnySpelling(String name) {
        headers.add(name, "Application/X-Jelly-RDF-Patch; charset=utf-8".getBytes(StandardCharsets.UTF_8));
        byte[] frame = converter.fromConnectData(TOPIC, null, RdfStructs.ofPatch(Rdf.patch()));
        assertThat(RdfStructs.isPatch(
                        converter.toConnectData(TOPIC, headers, frame).value()))
                .isTrue();
    }

    @Test
    void neverGuessesAtAnotherContentType() {
        headers.add("content-type", "text/turtle".getBytes(StandardCharsets.UTF_8));
        byte[] frame = converter.fromConnectData(TOPIC, null, RdfStructs.ofGraph(Rdf.graph()));
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, headers, frame))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("topic graphs")
                .hasMessageContaining("text/turtle");
    }

    @Test
    void aContentTypeThatIsNotTrueIsAnError() {
        headers.add("content-type", "application/x-jelly-rdf".getBytes(StandardCharsets.UTF_8));
        byte[] patch = converter.fromConnectData(TOPIC, null, RdfStructs.ofPatch(Rdf.patch()));
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, headers, patch)).isInstanceOf(DataException.class);
    }

    @Test
    void refusesRecordsThatContinueEarlierOnes() {
        headers.add("jelly", "g1Zk3_Q1aXoT0w4f.1".getBytes(StandardCharsets.US_ASCII));
        byte[] frame = converter.fromConnectData(TOPIC, null, RdfStructs.ofGraph(Rdf.graph()));
        assertThatThrownBy(() -> converter.toConnectData(TOPIC, headers, frame))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("self-contained");
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
        Object quoting = RdfStructs.ofGraph(dev.velella.rdf.RdfGraph.of(java.util.List.of(Rdf.quoting())));
        assertThatThrownBy(() -> converter.fromConnectData(TOPIC, null, quoting))
                .isInstanceOf(DataException.class);
        byte[] frame = converter.fromConnectData(TOPIC, null, RdfStructs.ofGraph(Rdf.graph()));
        assertThat(RdfStructs.toGraph(converter.toConnectData(TOPIC, frame).value()))
                .isEqualTo(Rdf.graph());
        JellyConverter star = configured(Map.of("jelly.rdf.star", "true"));
        assertThat(star.fromConnectData(TOPIC, null, quoting)).isNotEmpty();
    }

    @Test
    void isNoKeyConverterAndChecksItsOptions() {
        assertThatThrownBy(() -> new JellyConverter().configure(Map.of(), true)).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> configured(Map.of("jelly.name.table.size", "7")))
                .isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> configured(Map.of("jelly.prefix.table.size", "-1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("prefix");
        assertThatThrownBy(() -> configured(Map.of("jelly.physical.type", "graphs")))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void isFoundByServiceLoaderAndMayBeClosedUnconfigured() {
        Converter found = ServiceLoader.load(Converter.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(JellyConverter.class::isInstance)
                .findFirst()
                .orElseThrow();
        ((JellyConverter) found).close();
        assertThat(((JellyConverter) found).version()).isEqualTo(VelellaVersion.get());
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
