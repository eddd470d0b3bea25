package dev.velella.jelly;

import dev.velella.fixture.SharedFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;

/**
 * One case of the conformance suite of Jelly-RDF: a line of its index.
 *
 * @param id the folder of the case
 * @param fromJelly whether the input is Jelly, else the output
 * @param generalized whether the case is about generalized statements, with literals as subjects and the like
 * @param inputs in the order of frames; of a case to Jelly the first one holds the stream options
 * @param expected in the order of frames; empty where the input is to be refused
 */
record ConformanceCase(
        String id, boolean fromJelly, boolean generalized, boolean positive, List<Path> inputs, List<Path> expected) {

    static Stream<ConformanceCase> all() throws IOException {
        Path folder = SharedFolder.require("conformance");
        List<ConformanceCase> cases = new ArrayList<>();
        List<String> lines = Files.readAllLines(folder.resolve("index.tsv"));
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split("\t", -1);
            cases.add(new ConformanceCase(
                    row[0],
                    row[1].equals("from_jelly"),
                    row[5].equals("1"),
                    row[6].equals("positive"),
                    files(folder, row[7]),
                    files(folder, row[8])));
        }
        return cases.stream();
    }

    private static List<Path> files(Path folder, String names) {
        return names.equals("-")
                ? List.of()
                : Stream.of(names.split(" ")).map(folder::resolve).toList();
    }

    /** Frames of statements of text files. */
    static List<List<Statement>> statements(List<Path> files) throws IOException {
        List<List<Statement>> frames = new ArrayList<>();
        for (Path file : files) {
            frames.add(StarQuadsParser.parse(Files.readAllLines(file)));
        }
        return frames;
    }

    /** The bare frames of a delimited file, or of one that holds a bare frame. */
    static List<byte[]> frames(byte[] file) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        ByteArrayInputStream in = new ByteArrayInputStream(file);
        while (in.available() > 0) {
            frames.add(in.readNBytes(length(in)));
        }
        return frames;
    }

    private static int length(ByteArrayInputStream in) {
        int length = 0;
        for (int shift = 0; ; shift += 7) {
            int next = in.read();
            length |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return length;
            }
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
