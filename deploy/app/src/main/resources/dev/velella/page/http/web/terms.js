// RDF terms as elements, short by the prefixes of the streams; the whole term is in the title.
import { el, getJson } from "./dom.js";

let vocabulary = { prefixes: {}, terms: [] };
let asked = null;

/** Prefixes and terms of the streams; asked once, and again while there are none. */
export async function words() {
  if (!asked) {
    asked = getJson("api/v1/vocabulary").then((answer) => {
      vocabulary = answer;
      if (answer.terms.length === 0) {
        asked = null;
      }
      return answer;
    }, () => {
      asked = null;
      return vocabulary;
    });
  }
  return asked;
}

export function shortIri(iri) {
  let best = null;
  for (const [prefix, namespace] of Object.entries(vocabulary.prefixes)) {
    if (iri.startsWith(namespace) && (!best || namespace.length > best.namespace.length)) {
      best = { prefix, namespace };
    }
  }
  const local = best ? iri.slice(best.namespace.length) : "";
  return best && /^[\w.-]*$/.test(local) ? best.prefix + ":" + local : null;
}

function lastPart(iri) {
  const part = iri.replace(/[/#]+$/, "");
  const cut = Math.max(part.lastIndexOf("/"), part.lastIndexOf("#"), part.lastIndexOf(":"));
  return iri.startsWith("http") && iri.length > 36 && cut > 0 && cut < part.length - 1 ? "…" + part.slice(cut) : iri;
}

export function plain(value) {
  if (!value) {
    return "";
  }
  if (value.type === "uri") {
    return shortIri(value.value) ?? value.value;
  }
  return value.type === "bnode" ? "_:" + value.value : value.value;
}

/** A term of the JSON results of SPARQL. */
export function term(value) {
  if (!value) {
    return el("span", { class: "term none" }, "");
  }
  if (value.type === "uri") {
    const short = shortIri(value.value);
    return el("span", { class: "term iri", title: value.value }, short ?? lastPart(value.value));
  }
  if (value.type === "bnode") {
    return el("span", { class: "term bnode" }, "_:" + value.value);
  }
  const type = value.datatype ? shortIri(value.datatype) ?? value.datatype : "";
  const note = value["xml:lang"] ? "@" + value["xml:lang"] : type;
  const numeric = value.datatype && value.value.trim() !== "" && !Number.isNaN(Number(value.value));
  return el("span", { class: numeric ? "term literal numeric" : "term literal", title: note || null },
    value.type === "triple" ? "<<" + value.value + ">>" : value.value,
    value["xml:lang"] ? el("small", {}, "@" + value["xml:lang"]) : null);
}
