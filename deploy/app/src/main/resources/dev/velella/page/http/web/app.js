// The frame of the page: the views, and the stream of states that all of them show.
import { el, text } from "./dom.js";
import * as pipeline from "./pipeline.js";
import * as streams from "./streams.js";
import * as views from "./views.js";
import * as query from "./query.js";
import * as health from "./health.js";

const VIEWS = { pipeline, streams, views, query, health };
const RETRY_MS = 2000;
const SILENT_MS = 15000;

const main = document.getElementById("main");
const link = document.getElementById("link");
const linkText = document.getElementById("link-text");
const count = document.getElementById("count");
let state = null;
let view = null;
let source = null;
let heard = 0;

function route() {
  const [path, search] = location.hash.replace(/^#\/?/, "").split("?");
  const name = VIEWS[path] ? path : "pipeline";
  return { name, parameters: new URLSearchParams(search ?? "") };
}

function show() {
  const { name, parameters } = route();
  for (const anchor of document.querySelectorAll("nav a")) {
    if (anchor.dataset.view === name) {
      anchor.setAttribute("aria-current", "page");
    } else {
      anchor.removeAttribute("aria-current");
    }
  }
  document.title = name[0].toUpperCase() + name.slice(1) + " – Velella";
  if (view && view.name === name && VIEWS[name].navigate) {
    VIEWS[name].navigate(parameters);
    return;
  }
  view?.leave?.();
  const root = el("div", { class: "view " + name });
  main.replaceChildren(root);
  view = { name, leave: VIEWS[name].enter(root, parameters) };
  if (state) {
    VIEWS[name].update(state);
  }
}

function linked(kind, words) {
  link.dataset.state = kind;
  text(linkText, words);
}

function take(next) {
  state = next;
  heard = Date.now();
  const troubles = next.troubles.length;
  count.hidden = troubles === 0;
  count.dataset.severity = next.verdict;
  text(count, troubles === 0 ? "" : String(troubles));
  linked(next.verdict, next.verdict === "well" ? "all is well" : troubles === 1 ? "1 trouble" : troubles + " troubles");
  VIEWS[view.name].update(next);
}

function listen() {
  source?.close();
  source = new EventSource("api/v1/events");
  source.addEventListener("state", (event) => take(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    linked("lost", "the page's server does not answer");
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, RETRY_MS);
    }
  });
}

setInterval(() => {
  if (state && Date.now() - heard > SILENT_MS) {
    linked("lost", "the figures are " + Math.round((Date.now() - heard) / 1000) + " s old");
  }
}, RETRY_MS);

window.addEventListener("hashchange", () => {
  show();
  window.scrollTo(0, 0);
});
show();
listen();
