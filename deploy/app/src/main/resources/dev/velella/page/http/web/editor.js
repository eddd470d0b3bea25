// The editor of queries: CodeMirror with its SPARQL mode, loaded when it is first needed, and completion.
import { words } from "./terms.js";

const KEYWORDS = ["SELECT", "CONSTRUCT", "DESCRIBE", "ASK", "WHERE", "FROM", "FROM NAMED", "GRAPH", "OPTIONAL", "UNION", "MINUS",
  "FILTER", "FILTER NOT EXISTS", "FILTER EXISTS", "BIND", "VALUES", "SERVICE", "DISTINCT", "REDUCED", "GROUP BY", "HAVING", "ORDER BY", "ASC",
  "DESC", "LIMIT", "OFFSET", "PREFIX", "BASE", "AS", "IN", "NOT IN", "COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE",
  "GROUP_CONCAT", "STR", "LANG", "DATATYPE", "IRI", "BNODE", "STRDT", "STRLANG", "REGEX", "CONTAINS", "STRSTARTS",
  "STRENDS", "STRBEFORE", "STRAFTER", "REPLACE", "SUBSTR", "STRLEN", "UCASE", "LCASE", "CONCAT", "ABS", "ROUND", "CEIL", "FLOOR",
  "NOW", "YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "IF", "COALESCE", "BOUND", "SAMETERM", "ISIRI",
  "ISBLANK", "ISLITERAL", "ISNUMERIC", "EXISTS", "NOT EXISTS"];
const FILES = ["lib/codemirror.js", "mode/sparql/sparql.js", "addon/hint/show-hint.js", "addon/edit/matchbrackets.js",
  "addon/edit/closebrackets.js"];

let loading = null;

function element(name, attributes) {
  return new Promise((done, failed) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.onload = done;
    made.onerror = () => failed(new Error("a file of the editor could not be loaded"));
    document.head.append(made);
  });
}

function load() {
  if (!loading) {
    loading = (async () => {
      for (const file of ["lib/codemirror.css", "addon/hint/show-hint.css"]) {
        await element("link", { rel: "stylesheet", href: "lib/codemirror/" + file });
      }
      for (const file of FILES) {
        await element("script", { src: "lib/codemirror/" + file });
      }
    })();
  }
  return loading;
}

/** Makes an editor in an element. */
export async function editor(parent, query, run) {
  await load();
  const vocabulary = await words();
  const made = window.CodeMirror(parent, {
    value: query,
    mode: "application/sparql-query",
    lineNumbers: true,
    lineWrapping: true,
    matchBrackets: true,
    autoCloseBrackets: true,
    // The Tab key leaves the editor, as it leaves any field.
    extraKeys: { "Ctrl-Space": "autocomplete", "Cmd-Enter": run, "Ctrl-Enter": run, Tab: false, "Shift-Tab": false },
    hintOptions: { hint: (cm) => hint(cm, vocabulary), completeSingle: false },
  });
  made.getInputField().setAttribute("aria-label", "SPARQL query");
  made.on("inputRead", (cm, change) => {
    if (!cm.state.completionActive && change.text.length === 1 && /[\w:]/.test(change.text[0])) {
      const before = cm.getRange({ line: cm.getCursor().line, ch: 0 }, cm.getCursor());
      if (/[A-Za-z][\w-]*:?[\w-]*$/.test(before) && !/[?$<"'][^\s]*$/.test(before)) {
        cm.showHint();
      }
    }
  });
  return made;
}

function hint(cm, vocabulary) {
  const cursor = cm.getCursor();
  const before = cm.getRange({ line: cursor.line, ch: 0 }, cursor);
  const word = /[A-Za-z][\w-]*:[\w-]*$|[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
  const from = { line: cursor.line, ch: cursor.ch - word.length };
  const lower = word.toLowerCase();
  const names = [];
  for (const iri of vocabulary.terms) {
    for (const [prefix, namespace] of Object.entries(vocabulary.prefixes)) {
      if (iri.startsWith(namespace) && /^[\w-]+$/.test(iri.slice(namespace.length))) {
        names.push({ name: prefix + ":" + iri.slice(namespace.length), local: iri.slice(namespace.length) });
      }
    }
  }
  const keywords = KEYWORDS.filter((keyword) => word && keyword.toLowerCase().startsWith(lower)).map((text) => ({ text, className: "hint-keyword" }));
  const terms = names.filter(({ name, local }) => name.toLowerCase().startsWith(lower) || (lower.length > 1 && local.toLowerCase().startsWith(lower)))
    .map(({ name }) => ({ text: name, className: "hint-term" }));
  return { list: [...keywords, ...terms].slice(0, 60), from, to: cursor };
}

/** The query with the prefixes that it uses and does not declare. */
export function declared(query, prefixes) {
  const used = new Set([...query.replace(/<[^<>\s]*>|"[^"\n]*"|'[^'\n]*'|#[^\n]*/g, " ").matchAll(/(?:^|[^\w?$:-])([A-Za-z][\w-]*):/g)].map((m) => m[1]));
  const there = new Set([...query.matchAll(/prefix\s+([A-Za-z][\w-]*)\s*:/gi)].map((m) => m[1]));
  const missing = [...used].filter((prefix) => prefixes[prefix] && !there.has(prefix)).sort();
  return missing.map((prefix) => "PREFIX " + prefix + ": <" + prefixes[prefix] + ">\n").join("") + query;
}
