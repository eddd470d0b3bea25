// The view of streams: search, the latest graph, the last patches, and how much changed over time.
import { el, getJson, text } from "./dom.js";
import { age, bytes, number, time } from "./words.js";
import { changes } from "./plot.js";
import { term, words } from "./terms.js";

const REFRESH_MS = 2000;

let list = null;
let detail = null;
let search = null;
let status = null;
let chosen = "";
let timer = 0;
let shown = "";
let openPatch = null;

export function enter(root, parameters) {
  search = el("input", { type: "search", id: "search", placeholder: "part of a key", autocomplete: "off", spellcheck: "false",
    oninput: () => load() });
  status = el("p", { class: "muted", role: "status" }, "");
  list = el("ul", { class: "stream-list" });
  detail = el("section", { class: "detail", "aria-live": "off" });
  root.append(el("h1", {}, "Streams"),
    el("div", { class: "split" },
      el("div", { class: "side" }, el("label", { for: "search" }, "Search by key"), search, status, list), detail));
  shown = "";
  navigate(parameters);
  timer = setInterval(load, REFRESH_MS);
  return () => {
    clearInterval(timer);
    list = null;
  };
}

export function navigate(parameters) {
  chosen = parameters.get("key") ?? "";
  openPatch = null;
  shown = "";
  load();
}

export function update() {}

async function load() {
  const wanted = search.value;
  let lines;
  try {
    await words();
    lines = await getJson("api/v1/streams?search=" + encodeURIComponent(wanted));
  } catch (failure) {
    text(status, failure.message);
    return;
  }
  if (!list || search.value !== wanted) {
    return;
  }
  text(status, lines.length === 0 ? (wanted ? "No stream with this text in its key." : "No stream yet: waiting for the first graph.")
    : number(lines.length) + (lines.length === 1 ? " stream" : lines.length === 200 ? " streams or more" : " streams"));
  lines.sort((a, b) => a.key.localeCompare(b.key, "en", { numeric: true }));
  const focused = document.activeElement?.dataset?.key;
  list.replaceChildren(...lines.map((line) => el("li", {},
    el("a", { href: "#/streams?key=" + encodeURIComponent(line.key), "data-key": line.key,
      "aria-current": line.key === chosen ? "true" : null },
      el("strong", {}, line.key || "(no key)"),
      el("span", {}, number(line.patches) + " patches, " + number(line.statements) + " statements")))));
  if (focused !== undefined) {
    [...list.querySelectorAll("a")].find((anchor) => anchor.dataset.key === focused)?.focus();
  }
  if (!chosen && lines.length > 0) {
    chosen = lines[0].key;
    list.querySelector("a").setAttribute("aria-current", "true");
  }
  if (chosen || lines.length > 0) {
    await one();
  } else {
    detail.replaceChildren(el("p", { class: "empty" }, "Graphs appear here as soon as the first one comes."));
  }
}

async function one() {
  const key = chosen;
  let stream;
  try {
    stream = await getJson("api/v1/stream?key=" + encodeURIComponent(key));
  } catch (failure) {
    detail.replaceChildren(el("h2", {}, key), el("p", { class: "empty" }, failure.message));
    return;
  }
  const version = key + " " + (stream.patches[0]?.record ?? "") + (stream.graph?.record ?? "");
  if (!list || key !== chosen || version === shown || detail.contains(document.activeElement) && detail.dataset.held) {
    return;
  }
  shown = version;
  const top = detail.querySelector(".graph-table")?.scrollTop ?? 0;
  detail.replaceChildren(
    el("div", { class: "detail-head" }, el("h2", {}, key || "(no key)"),
      el("a", { class: "button", href: "#/query?q=" + encodeURIComponent(graphQuery(key)) }, "Query this stream")),
    el("h3", {}, "Changes over time"),
    stream.changes.length === 0 ? el("p", { class: "empty" }, "No patch yet.")
      : changes(stream.changes.slice(-120), "Adds and deletes of the last " + Math.min(120, stream.changes.length) + " patches"),
    el("h3", {}, "Last patches"),
    stream.patches.length === 0 ? el("p", { class: "empty" }, "No patch yet.")
      : el("div", { class: "patches" }, stream.patches.slice(0, 12).map((patch, i) => patchView(patch, i))),
    el("h3", {}, "Latest graph"), graphView(stream.graph));
  const table = detail.querySelector(".graph-table");
  if (table) {
    table.scrollTop = top;
  }
}

function graphQuery(key) {
  const iri = /^[a-z][a-z0-9+.-]*:/i.test(key) ? key : "urn:velella:stream:" + encodeURIComponent(key);
  return "SELECT ?s ?p ?o WHERE {\n  GRAPH <" + iri + "> { ?s ?p ?o }\n} LIMIT 200";
}

export function patchView(patch, index) {
  const id = patch.record;
  const open = openPatch === null ? index === 0 : openPatch === id;
  const details = el("details", { class: "patch", open: open ? true : null });
  details.append(
    el("summary", {
      onclick: () => {
        openPatch = details.open ? "" : id;
      } },
      el("span", { class: "patch-number" }, patch.number ? "#" + number(patch.number) : "patch"),
      el("span", { class: "plus" }, "+" + patch.addCount), el("span", { class: "minus" }, "−" + patch.deleteCount),
      el("time", { datetime: new Date(patch.time).toISOString() }, time(patch.time)),
      el("code", { title: "hash of the graph after this patch" }, patch.hash),
      el("span", { class: "muted" }, bytes(patch.bytes) + ", " + patch.record)),
    el("div", { class: "rows" },
      patch.deletes.map((row) => rowView(row, "delete", "−", "deleted ")),
      patch.adds.map((row) => rowView(row, "add", "+", "added ")),
      patch.adds.length + patch.deletes.length < patch.addCount + patch.deleteCount
        ? el("p", { class: "muted" }, "More rows are left out here.") : null));
  return details;
}

function rowView(row, kind, sign, spoken) {
  return el("div", { class: "row " + kind }, el("span", { class: "sign", "aria-hidden": "true" }, sign),
    el("span", { class: "hidden" }, spoken), row.slice(0, 3).map((value) => term(value)));
}

function graphView(graph) {
  if (!graph) {
    return el("p", { class: "empty" }, "The page does not remember the graph any more; query the store for it.");
  }
  const rows = [...graph.statements].sort((a, b) => (a[0].value + a[1].value).localeCompare(b[0].value + b[1].value));
  return el("div", {},
    el("p", { class: "muted" }, number(graph.size) + " statements in " + bytes(graph.bytes) + ", from " + graph.record + ", "
      + time(graph.time) + (Date.now() - graph.time < 86400000 ? " (" + age(Date.now() - graph.time) + " ago)" : "")),
    el("div", { class: "graph-table", tabindex: "0", role: "region", "aria-label": "Statements of the latest graph" },
      el("table", {},
        el("thead", {}, el("tr", {}, ["Subject", "Predicate", "Object"].map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, rows.map((row, i) => el("tr", {},
          el("td", { class: i > 0 && rows[i - 1][0].value === row[0].value ? "again" : null }, term(row[0])),
          el("td", {}, term(row[1])), el("td", {}, term(row[2]))))))),
    graph.statements.length < graph.size ? el("p", { class: "muted" }, "Only the first " + number(graph.statements.length) + " are shown.") : null);
}
