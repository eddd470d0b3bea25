// The tab of views: how far the view app is, and of each view its definition, the last rows and patches, and what was refused.
import { el, getJson, text } from "./dom.js";
import { age, number, rate, time } from "./words.js";
import { term, words } from "./terms.js";
import { patchView } from "./streams.js";

const REFRESH_MS = 2000;
const TEXTS = ["query", "shapes", "rules", "ruleset"];

let head = null;
let list = null;
let title = null;
let figures = null;
let detail = null;
let app = null;
let chosen = "";
let shown = "";
let timer = 0;

export function enter(root, parameters) {
  head = el("dl", { class: "app-figures" });
  list = el("ul", { class: "stream-list" });
  title = el("h2", {}, "");
  figures = el("dl", { class: "view-figures" });
  detail = el("div", {});
  root.append(el("h1", {}, "Views"),
    el("div", { class: "split" }, el("div", { class: "side" }, el("h2", {}, "View app"), head, el("h2", {}, "Views"), list),
      el("section", { class: "detail" }, title, figures, detail)));
  navigate(parameters);
  timer = setInterval(load, REFRESH_MS);
  return () => {
    clearInterval(timer);
    list = null;
  };
}

export function navigate(parameters) {
  chosen = parameters.get("name") ?? "";
  shown = "";
  load();
}

function pair(label, value) {
  return el("div", { class: "pair" }, el("dt", {}, label), el("dd", {}, value));
}

export function update(state) {
  if (!list) {
    return;
  }
  app = state.views;
  if (!app || app.views.length === 0) {
    list.replaceChildren();
    figures.replaceChildren();
    shown = "";
    detail.replaceChildren(el("p", { class: "empty" }, app ? "No view is defined yet."
      : "There is no view app with the application id that pipeline.view.application.id names, or no right to see its topics."));
  }
  if (!app) {
    head.replaceChildren();
    return;
  }
  const stopped = app.members === 0;
  head.replaceChildren(
    pair("app", app.applicationId), pair("state", stopped ? "stopped" : app.members === null ? "–" : number(app.members) + (app.members === 1 ? " member" : " members")),
    pair("lag", number(app.lag)), pair("waiting for", app.lagMs ? age(app.lagMs) : app.lagMs === 0 ? "0 s" : "–"), pair("epoch", number(app.epoch)),
    pair("streams to answer anew", number(app.streamsLeft)), pair("old answers", number(app.oldAnswers)));
  const focused = document.activeElement?.dataset?.name;
  const before = chosen;
  chosen = chosen || (app.views[0]?.name ?? "");
  list.replaceChildren(...app.views.map((view) => el("li", {},
    el("a", { href: "#/views?name=" + encodeURIComponent(view.name), "data-name": view.name, "aria-current": view.name === chosen ? "true" : null },
      el("strong", {}, view.name), el("span", {}, view.kind + (view.refused ? ", refused" : stopped ? ", stopped" : ""))))));
  [...list.querySelectorAll("a")].find((anchor) => anchor.dataset.name === focused)?.focus();
  const view = app.views.find((each) => each.name === chosen);
  text(title, chosen);
  figures.replaceChildren(...(!view ? [] : [pair("topic", view.topics.join(", ")), pair("answers a second", rate(view.answersPerSecond)),
    pair("answers", number(view.answers)), pair("failed", number(view.failures))]));
  if (before !== chosen) {
    load();
  }
}

async function load() {
  const name = chosen;
  if (!name) {
    return;
  }
  let view;
  try {
    await words();
    view = await getJson("api/v1/view?name=" + encodeURIComponent(name));
  } catch (failure) {
    view = { failure: failure.message };
  }
  const version = JSON.stringify([view, refused(name)]);
  if (!list || name !== chosen || version === shown) {
    return;
  }
  shown = version;
  const scrolled = [...detail.querySelectorAll("[tabindex]")].map((one) => one.scrollTop);
  detail.replaceChildren(...(view.failure ? [el("p", { class: "empty" }, view.failure)] : content(view, name)));
  detail.querySelectorAll("[tabindex]").forEach((one, i) => {
    one.scrollTop = scrolled[i] ?? 0;
  });
}

function refused(name) {
  return app?.views.find((each) => each.name === name)?.refused ?? "";
}

function content(view, name) {
  const kind = TEXTS.find((member) => view.definition[member] !== undefined);
  const others = Object.entries(view.definition).filter(([member]) => member !== kind && member !== "name");
  const why = refused(name);
  return [
    why ? el("p", { class: "message", "data-kind": "bad" }, "Refused, and its answers are taken back: " + why) : null,
    view.problems.map((problem) => el("p", { class: "message", "data-kind": "bad" }, problem)),
    el("h3", {}, "Definition"),
    el("pre", { class: "definition", tabindex: "0" }, view.definition[kind]),
    el("p", { class: "muted" }, others.map(([member, value]) => member + ": " + (typeof value === "string" ? value : JSON.stringify(value))).join("; ")),
    view.definition.kind === "select" || view.definition.kind === "shacl" ? [el("h3", {}, "Last rows"), table(view.rows)] : null,
    view.definition.kind === "select" ? null : [el("h3", {}, "Last patches"), patches(view.patches)],
    el("h3", {}, "Refusals"),
    view.refusals.length === 0 ? el("p", { class: "empty" }, "No dead letter of this view is among the last ones.")
      : el("ul", {}, view.refusals.map((one) => el("li", {}, time(one.time) + ", " + one.reason + ": " + one.message + " (" + one.record + ")"))),
  ].flat().filter(Boolean);
}

function table(rows) {
  if (rows.length === 0) {
    return el("p", { class: "empty" }, "No row among the last records.");
  }
  const columns = [...new Set(rows.flatMap((row) => [row.key, row.value]).flatMap((one) => one && typeof one === "object" ? Object.keys(one) : []))];
  const cell = (row, column) => {
    const value = (row.value ?? row.key)?.[column];
    return value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value)
      : /^[a-z]+:\/\/\S+$/.test(value) ? term({ type: "uri", value }) : String(value);
  };
  return el("div", { class: "graph-table", tabindex: "0", role: "region", "aria-label": "Last rows" }, el("table", {},
    el("thead", {}, el("tr", {}, ["", ...columns, "time", "record"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map((row) => el("tr", { class: row.value === null ? "row-gone" : null },
      el("td", { class: "state-cell" }, row.value === null ? "gone" : row.old ? "old" : "now"),
      columns.map((column) => el("td", {}, typeof row.value === "string" && column === columns[0] ? row.value : cell(row, column))),
      el("td", {}, time(row.time)), el("td", {}, row.record + ", epoch " + row.epoch))))));
}

function patches(all) {
  return all.length === 0 ? el("p", { class: "empty" }, "No patch among the last records.")
    : el("div", { class: "patches" }, all.map((patch, i) => el("div", {}, el("p", { class: "muted" }, "stream " + patch.key), patchView(patch, i))));
}
