// Plots as SVG, drawn by the page itself. Each has a title in words, for people who do not see it.
import { svg } from "./dom.js";

const WIDTH = 640;

function range(values) {
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (!(high > low)) {
    low -= 0.5;
    high += 0.5;
  }
  return [low, high];
}

function nice(value) {
  const abs = Math.abs(value);
  return abs >= 1000 || abs === 0 || Number.isInteger(value) ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}

/** A small line with its area, without axes. */
export function spark(values, words, kind) {
  const height = 44;
  const high = Math.max(1, ...values);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : WIDTH;
  const points = values.map((v, i) => (i * step).toFixed(1) + "," + (height - 2 - (v / high) * (height - 6)).toFixed(1));
  return svg("svg", { class: "spark " + kind, viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: "none", role: "img",
    "aria-label": words },
    values.length > 1
      ? [svg("polygon", { class: "area", points: `0,${height} ${points.join(" ")} ${WIDTH},${height}` }),
        svg("polyline", { class: "line", points: points.join(" ") })]
      : null);
}

/** Adds above, deletes below a line in the middle, over time. */
export function changes(rows, words) {
  const height = 150;
  const middle = height / 2;
  const most = Math.max(1, ...rows.map((row) => Math.max(row[1], row[2])));
  const width = Math.max(2, Math.min(14, WIDTH / Math.max(1, rows.length) - 2));
  const [begin, end] = range(rows.map((row) => row[0]));
  const x = (i) => (rows.length === 1 ? WIDTH / 2 : 4 + (i / (rows.length - 1)) * (WIDTH - 8 - width));
  const bars = rows.map((row, i) => [
    svg("rect", { class: "add", x: x(i), width, y: middle - (row[1] / most) * (middle - 14),
      height: (row[1] / most) * (middle - 14) }),
    svg("rect", { class: "del", x: x(i), width, y: middle, height: (row[2] / most) * (middle - 14) })]);
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${height + 18}`, role: "img", "aria-label": words },
    bars, svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: middle, y2: middle }),
    svg("text", { x: 2, y: 11 }, "+" + most), svg("text", { x: 2, y: height - 2 }, "−" + most),
    svg("text", { x: 0, y: height + 15 }, stamp(begin)),
    svg("text", { x: WIDTH, y: height + 15, "text-anchor": "end" }, stamp(end)));
}

function stamp(ms) {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}

/** Lines over time: each series is {name, points: [[time, value]]}. */
export function lines(series, words) {
  const height = 240;
  const left = 56;
  const bottom = 22;
  const all = series.flatMap((one) => one.points);
  const [t0, t1] = range(all.map((p) => p[0]));
  const [v0, v1] = range(all.map((p) => p[1]));
  const x = (t) => (left + ((t - t0) / (t1 - t0)) * (WIDTH - left - 8)).toFixed(1);
  const y = (v) => (8 + ((v1 - v) / (v1 - v0)) * (height - bottom - 12)).toFixed(1);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const value = v0 + part * (v1 - v0);
    return [svg("line", { class: "grid", x1: left, x2: WIDTH, y1: y(value), y2: y(value) }),
      svg("text", { x: left - 6, y: Number(y(value)) + 4, "text-anchor": "end" }, nice(value))];
  });
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": words }, grid,
    series.map((one, i) => [
      svg("polyline", { class: "line s" + (i % 6), points: one.points.map((p) => x(p[0]) + "," + y(p[1])).join(" ") }),
      one.points.length < 60 ? one.points.map((p) => svg("circle", { class: "mark s" + (i % 6), cx: x(p[0]), cy: y(p[1]), r: 2.5 })) : null]),
    svg("text", { x: left, y: height - 4 }, stamp(t0)),
    svg("text", { x: WIDTH, y: height - 4, "text-anchor": "end" }, stamp(t1)));
}
