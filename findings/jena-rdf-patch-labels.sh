#!/usr/bin/env bash
# Jena's reader of RDF Patch text drops the first character of a label "_:…", so different blank nodes become one.
#
# Version   org.apache.jena:jena-rdfpatch 5.6.0; the writer of patches beside it: rdflib 7.6.0 (PyPI), whose labels all begin with N
# Input     a patch that adds four triples with the blank nodes _:x1, _:y1, <_:x1> and <_:y1> (RDF Patch allows both forms)
# Expected  two nodes, x1 and y1: both forms are names of one node
# Seen      three nodes: _:x1 and _:y1 are both read as "1"; <_:x1> and <_:y1> are read as "x1" and "y1".
#           No error and no warning. All labels of one letter become the node with the empty label
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.jena</groupId><artifactId>jena-rdfpatch</artifactId><version>5.6.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
pip3 install --quiet --disable-pip-version-check --root-user-action=ignore --target "$dir/python" rdflib==7.6.0 >&2
PYTHONPATH=$dir/python python3 - >"$dir/rdflib.rdfp" <<'PYTHON'
from rdflib import BNode, Dataset, Literal, URIRef
dataset = Dataset()
for label in ("x1", "y1"):
    dataset.add((URIRef("http://e/s"), URIRef("http://e/p"), BNode(label)))
print(dataset.serialize(format="patch", operation="add"))
PYTHON
cat >"$dir/both.rdfp" <<'PATCH'
TX .
A <http://e/s> <http://e/p> _:x1 .
A <http://e/s> <http://e/p> _:y1 .
A <http://e/s> <http://e/p> <_:x1> .
A <http://e/s> <http://e/p> <_:y1> .
TC .
PATCH
cat >"$dir/Finding.java" <<'JAVA'
import java.io.FileInputStream;
import java.util.TreeSet;
import org.apache.jena.query.ReadWrite;
import org.apache.jena.rdfpatch.RDFPatchOps;
import org.apache.jena.sparql.core.*;

class Finding {
    public static void main(String[] files) throws Exception {
        for (String file : files) {
            DatasetGraph dataset = DatasetGraphFactory.createTxnMem();
            try (FileInputStream in = new FileInputStream(file)) {
                RDFPatchOps.applyChange(dataset, RDFPatchOps.read(in));
            }
            TreeSet<String> labels = new TreeSet<>();
            dataset.begin(ReadWrite.READ);
            dataset.find().forEachRemaining(quad -> labels.add(quad.getObject().getBlankNodeLabel()));
            dataset.end();
            System.out.println(labels.size() + " nodes: " + labels);
        }
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" "$dir/both.rdfp" "$dir/rdflib.rdfp" | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
3 nodes: [1, x1, y1]
1 nodes: [1]
EXPECTED
