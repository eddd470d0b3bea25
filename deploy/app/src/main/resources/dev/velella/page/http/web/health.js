// The view of health: what is stuck, where, since when, and what to do; and the state of each part.
import { el } from "./dom.js";
import { age, number, time } from "./words.js";

let troubles = null;
let parts = null;
let shown = "";

export function enter(root) {
  troubles = el("div", { class: "troubles", "aria-live": "polite" });
  parts = el("div", { class: "parts" });
  root.append(el("h1", {}, "Health"), troubles, el("h2", {}, "Parts"), parts);
  shown = "";
  return () => {
    troubles = null;
  };
}

export function update(state) {
  if (!troubles) {
    return;
  }
  const version = JSON.stringify(state.troubles.map((one) => [one.name, one.where, one.says]));
  if (version !== shown) {
    shown = version;
    troubles.replaceChildren(...(state.troubles.length === 0 ? [well()] : state.troubles.map(trouble)));
  }
  for (const since of troubles.querySelectorAll("[data-since]")) {
    since.textContent = "for " + age(Math.max(1000, state.time - Number(since.dataset.since)));
  }
  parts.replaceChildren(table(state));
}

function well() {
  return el("div", { class: "trouble well" }, el("h2", {}, "All is well"),
    el("p", {}, "Every part answers, every task runs, and the stores follow their streams."));
}

function trouble(one) {
  return el("article", { class: "trouble " + one.severity },
    el("div", { class: "trouble-head" }, el("span", { class: "severity" }, one.severity), el("h2", {}, one.says),
      el("span", { class: "since", "data-since": one.since, title: time(one.since) }, "")),
    el("p", { class: "cure" }, el("strong", {}, "What to do: "), one.cure),
    el("p", { class: "muted" }, one.name + ", at " + one.where));
}

function table(state) {
  const rows = [];
  rows.push(["Kafka", state.cluster.address, state.cluster.answers ? "answers" : "away", state.cluster.reason]);
  rows.push(["Connect worker", state.workers.address, state.workers.answers ? "answers" : "away", state.workers.reason]);
  for (const one of state.connectors) {
    rows.push([one.kind === "source" ? "Source" : "Sink", one.name + " (" + one.type + ")", one.state,
      one.tasks.map((task) => "task " + task.id + " " + task.state + (task.reason ? ": " + task.reason : "")).join("; ")]);
  }
  for (const one of state.diff.instances) {
    rows.push(["Diff app", one.url, one.state || "away", one.reason || (state.diff.lag === null ? "" : "lag " + number(state.diff.lag))]);
  }
  for (const one of state.sinks) {
    rows.push(["Store of " + one.name, one.store, one.answers === null ? "–" : one.answers ? "answers" : "away",
      one.reason || [one.statements === null ? "" : number(one.statements) + " statements",
        one.lagApplied === null ? "" : "lag applied " + number(one.lagApplied), one.lagDurable === null ? "" : "durable " + number(one.lagDurable)].filter(Boolean).join(", ")]);
  }
  if (state.views) {
    const app = state.views;
    rows.push(["View app", app.applicationId, app.members === 0 ? "stopped" : app.members === null ? "–" : app.members + (app.members === 1 ? " member" : " members"), app.lag === null ? "" : "lag " + number(app.lag)]);
    for (const one of app.instances) {
      rows.push(["View app", one.url, one.state || "away", one.reason]);
    }
    for (const one of app.views) {
      rows.push(["View", one.name + " (" + one.kind + ")", one.refused ? "refused" : app.members === 0 ? "stopped" : "answers", one.refused]);
    }
  }
  for (const one of state.topics) {
    rows.push(["Topic of " + one.role, one.name, one.partitions === 0 ? "missing" : one.partitions + (one.partitions === 1 ? " partition" : " partitions"),
      number(one.records) + " offsets" + (one.form ? ", " + one.form : "") + (one.newest === null ? "" : ", newest " + age(Math.max(1000, state.time - one.newest)) + " ago")
      + (one.words ? ": " + one.words : "")]);
  }
  return el("div", { class: "graph-table tall", tabindex: "0", role: "region", "aria-label": "State of the parts" }, el("table", {},
    el("thead", {}, el("tr", {}, ["Part", "Name", "State", "Details"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, i) => el("td", i === 2 ? { class: "state-cell", "data-word": cell.toLowerCase() } : {}, cell)))))));
}
