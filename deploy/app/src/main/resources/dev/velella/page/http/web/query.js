// The view of queries: an editor, the result as a table and as a plot, a moment of the past, and a link to share.
import { el, getJson, text } from "./dom.js";
import { number, time } from "./words.js";
import { lines } from "./plot.js";
import { declared, editor } from "./editor.js";
import { plain, term, words } from "./terms.js";

const FIRST = `SELECT ?stream (COUNT(*) AS ?statements) WHERE {
  GRAPH ?stream { ?s ?p ?o }
}
GROUP BY ?stream
ORDER BY DESC(?statements)
LIMIT 20`;
const MOST_ROWS = 1000;
const EXAMPLES = [
  ["Streams and their sizes", FIRST],
  ["Statements of all streams", "SELECT ?stream ?s ?p ?o WHERE {\n  GRAPH ?stream { ?s ?p ?o }\n}\nLIMIT 100"],
  ["Numbers with their time", `SELECT ?time ?stream ?property ?value WHERE {
  GRAPH ?stream {
    ?result sosa:isResultOf ?observation ;
            om:hasNumericalValue ?value .
    ?observation sosa:resultTime ?time ;
                 sosa:observedProperty ?property
  }
}
ORDER BY ?property ?time
LIMIT 500`, ["sosa", "om"]],
  ["Classes in use", "SELECT ?class (COUNT(*) AS ?uses) WHERE {\n  GRAPH ?stream { ?s a ?class }\n}\nGROUP BY ?class\nORDER BY DESC(?uses)\nLIMIT 50"],
];

let code = null;
let result = null;
let message = null;
let shared = null;
let moment = null;
let alive = false;
let commits = [];

export function enter(root, parameters) {
  alive = true;
  const holder = el("div", { class: "editor" });
  const fallback = el("textarea", { "aria-label": "SPARQL query", rows: "9", spellcheck: "false" }, parameters.get("q") ?? FIRST);
  holder.append(fallback);
  result = el("div", { class: "result", id: "result" });
  message = el("p", { class: "message", role: "status", id: "message" }, "");
  shared = el("span", { class: "muted", role: "status" }, "");
  moment = el("div", { class: "moment", hidden: true });
  root.append(el("h1", {}, "Query"),
    examples(),
    holder, moment,
    el("div", { class: "actions" },
      el("button", { type: "button", class: "primary", id: "run", onclick: () => run() }, "Run"),
      el("button", { type: "button", id: "share", onclick: () => share() }, "Copy link"), shared,
      el("span", { class: "keys muted" }, "Ctrl+Enter runs, Ctrl+Space completes")),
    message, result);
  code = { getValue: () => fallback.value, setValue: (value) => { fallback.value = value; } };
  editor(holder, parameters.get("q") ?? FIRST, () => run()).then((made) => {
    fallback.remove();
    code = made;
  }, (failure) => tell(failure.message, "bad"));
  history();
  if (parameters.get("q")) {
    run();
  }
  return () => {
    alive = false;
  };
}

/** Examples whose prefixes the streams have. */
function examples() {
  const group = el("div", { class: "examples", role: "group", "aria-label": "Examples" });
  words().then((vocabulary) => group.append(...EXAMPLES
    .filter(([, , needs]) => (needs ?? []).every((prefix) => vocabulary.prefixes[prefix]))
    .map(([name, query]) => el("button", { type: "button", class: "quiet", onclick: () => put(query) }, name))));
  return group;
}

export function navigate(parameters) {
  if (parameters.get("q") && parameters.get("q") !== code.getValue()) {
    put(parameters.get("q"));
  }
}

export function update() {}

function put(query) {
  code.setValue(query);
  run();
}

function tell(words, kind) {
  text(message, words);
  message.dataset.kind = kind ?? "";
}

async function share() {
  const url = location.href.split("#")[0] + "#/query?q=" + encodeURIComponent(code.getValue());
  window.history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url);
    text(shared, "The link is in the clipboard.");
  } catch {
    text(shared, "The link is in the address bar.");
  }
}

/** The slider of the past, where the store keeps a history. */
async function history() {
  try {
    commits = (await getJson("api/v1/commits")).commits;
  } catch {
    return; // the store keeps none
  }
  if (!alive || commits.length < 2) {
    return;
  }
  const label = el("output", { for: "as-of" }, "now");
  const slider = el("input", { type: "range", id: "as-of", min: "0", max: String(commits.length), value: String(commits.length),
    oninput: () => {
      const commit = commits[Number(slider.value)];
      text(label, commit ? "as of " + time(Date.parse(commit.time)) + " (commit " + commit.commit + ")" : "now");
    },
    onchange: () => run() });
  moment.replaceChildren(el("label", { for: "as-of" }, "Moment"), slider, label);
  moment.hidden = false;
}

function asOf() {
  const slider = document.getElementById("as-of");
  const commit = slider ? commits[Number(slider.value)] : null;
  return commit ? "?asOf=" + commit.commit : "";
}

export async function run() {
  const vocabulary = await words();
  const query = declared(code.getValue(), vocabulary.prefixes);
  tell("The query runs …");
  result.setAttribute("aria-busy", "true");
  const begun = performance.now();
  try {
    const response = await fetch("api/v1/query" + asOf(), { method: "POST", body: query,
      headers: { "Content-Type": "application/sparql-query" } });
    const body = await response.text();
    const ms = Math.round(performance.now() - begun);
    if (!response.ok) {
      result.replaceChildren();
      tell(body.trim(), "bad");
    } else if ((response.headers.get("Content-Type") ?? "").includes("json")) {
      show(JSON.parse(body), ms);
    } else {
      result.replaceChildren(el("pre", { tabindex: "0", "aria-label": "Statements" }, body.slice(0, 200000)));
      tell(number(body.split("\n").filter(Boolean).length) + " statements in " + ms + " ms");
    }
  } catch (failure) {
    result.replaceChildren();
    tell("The query could not be sent: " + failure.message, "bad");
  } finally {
    result.removeAttribute("aria-busy");
  }
}

function show(answer, ms) {
  if (answer.boolean !== undefined) {
    result.replaceChildren(el("p", { class: "big" }, answer.boolean ? "yes" : "no"));
    tell("answered in " + ms + " ms");
    return;
  }
  const names = answer.head.vars;
  const rows = answer.results.bindings;
  tell(number(rows.length) + (rows.length === 1 ? " row" : " rows") + " in " + ms + " ms");
  const series = seriesOf(names, rows);
  result.replaceChildren(
    ...(series ? [el("h2", {}, "Over time"), legend(series), lines(series, "Values over time: " + series.map((s) => s.name).join(", "))] : []),
    el("div", { class: "graph-table", tabindex: "0", role: "region", "aria-label": "Rows of the result" },
      el("table", {}, el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, rows.slice(0, MOST_ROWS).map((row) => el("tr", {}, names.map((name) => el("td", {}, term(row[name])))))))),
    rows.length > MOST_ROWS ? el("p", { class: "muted" }, "Only the first " + number(MOST_ROWS) + " rows are shown.") : "");
}

function legend(series) {
  return el("ul", { class: "legend" }, series.map((one, i) => el("li", {}, el("span", { class: "swatch s" + (i % 6), "aria-hidden": "true" }), one.name)));
}

/** Lines over time, where rows have a time and a number; further columns name the line. */
function seriesOf(names, rows) {
  const is = (name, test) => rows.length > 1 && rows.some((row) => row[name]) && rows.every((row) => !row[name] || test(row[name]));
  const timeName = names.find((name) => is(name, (value) => value.type === "literal" && /dateTime|date$/.test(value.datatype ?? "")));
  const numberName = names.find((name) => name !== timeName && is(name, (value) => value.type === "literal" && value.value !== ""
    && !Number.isNaN(Number(value.value)) && /integer|decimal|double|float|int|long/i.test(value.datatype ?? "")));
  if (!timeName || !numberName) {
    return null;
  }
  const byName = new Map();
  for (const row of rows) {
    if (row[timeName] && row[numberName]) {
      const name = names.filter((one) => one !== timeName && one !== numberName).map((one) => plain(row[one])).join(", ") || numberName;
      byName.set(name, [...(byName.get(name) ?? []), [Date.parse(row[timeName].value), Number(row[numberName].value)]]);
    }
  }
  const series = [...byName].slice(0, 6).map(([name, points]) => ({ name, points: points.filter((p) => !Number.isNaN(p[0])).sort((a, b) => a[0] - b[0]) }))
    .filter((one) => one.points.length > 0);
  return series.length === 0 ? null : series;
}
