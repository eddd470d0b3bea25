// The view of the whole pipeline: a drawing of its parts with live figures, and the bytes that it saves.
import { el, svg, text } from "./dom.js";
import { age, bytes, number, rate } from "./words.js";
import { spark } from "./plot.js";

const PARTS = [
  { id: "source", title: "Source", icon: "M4 12h10m0 0-4-4m4 4-4 4M18 5v14" },
  { id: "graphs", title: "Graphs", icon: "M6 7a2 2 0 1 0 0-.1M18 7a2 2 0 1 0 0-.1M12 18a2 2 0 1 0 0-.1M8 7h8M7 9l4 7M17 9l-4 7" },
  { id: "diff", title: "Diff", icon: "M12 4v8M8 8h8M8 18h8" },
  { id: "patches", title: "Patches", icon: "M5 8h9M5 12h6M5 16h9M18 7v4M16 9h4M16 16h4" },
  { id: "store", title: "Store", icon: "M5 7c0-4 14-4 14 0v10c0 4-14 4-14 0zM5 7c0 4 14 4 14 0M5 12c0 4 14 4 14 0" },
];

let root = null;
const fields = {};

function field(name, className) {
  fields[name] = el("span", { class: className ?? null, id: "figure-" + name }, "–");
  return fields[name];
}

function figure(label, name) {
  return el("div", { class: "pair" }, el("dt", {}, label), el("dd", {}, field(name)));
}

function stage(part, figures) {
  return el("li", { class: "stage", id: "stage-" + part.id, "data-state": "unknown" },
    el("div", { class: "stage-head" },
      svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: part.icon })),
      el("h2", {}, part.title), el("span", { class: "stage-state", id: "state-" + part.id }, "")),
    el("p", { class: "stage-name" }, field("name-" + part.id)),
    el("dl", {}, figures));
}

function flow(id) {
  return el("li", { class: "flow", id: "flow-" + id, "aria-hidden": "true" },
    svg("svg", { viewBox: "0 0 60 20", preserveAspectRatio: "none" },
      svg("line", { class: "pipe", x1: 0, x2: 60, y1: 10, y2: 10 }), svg("line", { class: "drops", x1: 0, x2: 60, y1: 10, y2: 10 })));
}

export function enter(element) {
  root = element;
  const [source, graphs, diff, patches, store] = PARTS;
  root.append(
    el("h1", { class: "hidden" }, "Pipeline"),
    el("section", { class: "believe", "aria-labelledby": "believe-title" },
      el("div", { class: "ratio" },
        el("p", { class: "ratio-number" }, field("ratio")),
        el("h2", { id: "believe-title" }, "fewer bytes than the same graphs as text"),
        el("p", { class: "ratio-note" }, field("ratio-note"))),
      el("div", { class: "bars" },
        bar("text", "Graphs as N-Quads text"), bar("graph", "Graphs in Jelly"), bar("patch", "Patches in Jelly-Patch"))),
    el("ol", { class: "line", "aria-label": "The parts of the pipeline, in the order of the flow" },
      stage(source, [figure("graphs a second", "source-rate"), figure("tasks running", "source-tasks")]), flow("source"),
      stage(graphs, [figure("graphs read", "graphs"), figure("statements", "triples"), figure("form", "graphs-form")]), flow("graphs"),
      stage(diff, [figure("lag", "diff-lag"), figure("adds", "adds"), figure("deletes", "deletes")]), flow("diff"),
      stage(patches, [figure("patches read", "patches"), figure("patches a second", "patch-rate"), figure("form", "patches-form")]), flow("patches"),
      stage(store, [figure("statements", "statements"), figure("lag applied", "lag-applied"), figure("lag durable", "lag-durable"),
        figure("newest element", "freshness")])),
    el("div", { class: "cards" },
      card("Graphs a second", "chart-graphs", "chart-graphs-now"),
      card("Statements changed a second", "chart-changes", "chart-changes-now"),
      el("section", { class: "card" }, el("h2", {}, "Errors"),
        el("dl", { class: "errors" }, figure("troubles", "troubles"), figure("dead letters", "letters"),
          figure("records that could not be read", "unreadable"), figure("streams", "streams")),
        el("p", {}, el("a", { href: "#/health" }, "What to do")))));
  return () => {
    root = null;
  };
}

function bar(id, label) {
  fields["bar-" + id] = svg("rect", { class: "bar-" + id, x: 0, y: 0, height: 10, width: 0, rx: 2 });
  return el("div", { class: "bar" }, el("span", { class: "bar-label" }, label), field("bytes-" + id, "bar-bytes"),
    svg("svg", { viewBox: "0 0 400 10", preserveAspectRatio: "none", "aria-hidden": "true" }, fields["bar-" + id]));
}

function card(title, chart, now) {
  fields[chart] = el("div", { class: "chart" });
  return el("section", { class: "card" }, el("h2", {}, title), el("p", { class: "big" }, field(now)), fields[chart]);
}

function recent(seconds, pick) {
  // The present second is not over yet, so the five before it count.
  const whole = seconds.slice(-6, -1);
  return whole.length === 0 ? 0 : whole.reduce((sum, second) => sum + pick(second), 0) / whole.length;
}

function names(list) {
  return list.length === 0 ? "none yet" : list.map((one) => one.name + " (" + one.type + ")").join(", ");
}

function running(list) {
  const tasks = list.flatMap((one) => one.tasks);
  return tasks.filter((task) => task.state === "RUNNING").length + " of " + tasks.length;
}

function sum(list, name) {
  const known = list.map((one) => one[name]).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

function most(list, name) {
  const known = list.map((one) => one[name]).filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

export function update(state) {
  if (!root) {
    return;
  }
  const traffic = state.traffic;
  const sources = state.connectors.filter((one) => one.kind === "source");
  const sinks = state.connectors.filter((one) => one.kind === "sink");
  const topic = (role) => state.topics.find((one) => one.role === role);
  const letters = state.topics.filter((one) => one.role === "dead letters");
  const set = (name, value) => text(fields[name], value);
  set("name-source", names(sources));
  set("name-graphs", topic("graphs")?.name ?? "–");
  set("name-diff", state.diff.applicationId + (state.diff.instances[0] ? ", " + (state.diff.instances[0].state || "away") : ""));
  set("name-patches", topic("patches")?.name ?? "–");
  set("name-store", names(sinks));
  set("source-tasks", running(sources));
  set("graphs-form", topic("graphs")?.form || "–");
  set("patches-form", topic("patches")?.form || "–");
  set("diff-lag", number(state.diff.lag));
  set("statements", number(sum(state.sinks, "statements")));
  set("lag-applied", number(sum(state.sinks, "lagApplied")));
  set("lag-durable", number(sum(state.sinks, "lagDurable")));
  const fresh = most(state.sinks, "freshnessMs");
  set("freshness", fresh === null ? "–" : fresh < 1000 ? "now" : age(fresh) + " old");
  set("troubles", number(state.troubles.length));
  set("letters", number(letters.reduce((all, one) => all + one.records, 0)));
  if (traffic) {
    const seconds = traffic.seconds;
    const graphRate = recent(seconds, (s) => s.graphs);
    const changeRate = recent(seconds, (s) => s.adds + s.deletes);
    set("source-rate", rate(graphRate));
    set("patch-rate", rate(recent(seconds, (s) => s.patches)));
    set("graphs", number(traffic.graphs));
    set("triples", number(traffic.triples));
    set("patches", number(traffic.patches));
    set("adds", number(traffic.adds));
    set("deletes", number(traffic.deletes));
    set("unreadable", number(traffic.unreadable));
    set("streams", number(traffic.streams));
    set("chart-graphs-now", rate(graphRate));
    set("chart-changes-now", rate(changeRate));
    fields["chart-graphs"].replaceChildren(spark(seconds.slice(0, -1).map((s) => s.graphs),
      "Graphs a second over the last two minutes, now " + rate(graphRate), "graphs"));
    fields["chart-changes"].replaceChildren(spark(seconds.slice(0, -1).map((s) => s.adds + s.deletes),
      "Statements changed a second over the last two minutes, now " + rate(changeRate), "changes"));
    believe(traffic);
    moving("source", graphRate);
    moving("graphs", graphRate);
    moving("diff", recent(seconds, (s) => s.patches));
    moving("patches", recent(seconds, (s) => s.patches));
  }
  for (const part of PARTS) {
    const troubles = state.troubles.filter((one) => one.part === part.id || (one.part === "kafka" && part.id !== "diff" && part.id !== "source" && part.id !== "store"));
    const worst = troubles.length === 0 ? "well" : troubles[0].severity;
    document.getElementById("stage-" + part.id).dataset.state = worst;
    text(document.getElementById("state-" + part.id), worst === "well" ? "" : worst);
  }
}

function believe(traffic) {
  // Only graphs and patches of the same elements: one kind may lie behind the other, or begin earlier.
  const same = traffic.compared;
  const rows = { text: same.textBytes, graph: same.graphBytes, patch: same.patchBytes };
  for (const [id, value] of Object.entries(rows)) {
    text(fields["bytes-" + id], bytes(value));
    const width = same.textBytes === 0 ? 0 : Math.min(400, (400 * value) / same.textBytes);
    fields["bar-" + id].setAttribute("width", value > 0 ? Math.max(1.5, width) : 0);
  }
  const ratio = same.patchBytes > 0 ? same.textBytes / same.patchBytes : null;
  text(fields.ratio, ratio === null ? "–" : ratio >= 10 ? Math.round(ratio) + "×" : ratio.toFixed(1) + "×");
  text(fields["ratio-note"], traffic.patches === 0 ? "Waiting for the first patch."
    : same.patches === 0 ? "No graph and patch of the same element were read yet."
    : bytes(same.patchBytes) + " of patches carry the changes of " + bytes(same.textBytes) + " of text.");
}

function moving(id, perSecond) {
  const element = document.getElementById("flow-" + id);
  element.dataset.speed = perSecond === 0 ? "0" : perSecond < 5 ? "1" : perSecond < 100 ? "2" : "3";
}
