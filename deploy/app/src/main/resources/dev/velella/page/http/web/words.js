// Numbers and times, as people read them.
const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function number(value) {
  return value === null || value === undefined ? "–" : WHOLE.format(value);
}

export function rate(value) {
  if (value === null || value === undefined) {
    return "–";
  }
  return value >= 10 || value === 0 ? WHOLE.format(value) : value.toFixed(1);
}

export function bytes(value) {
  if (value === null || value === undefined) {
    return "–";
  }
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at++;
  }
  return (at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)) + " " + units[at];
}

export function age(ms) {
  if (ms === null || ms === undefined) {
    return "–";
  }
  if (ms < 1000) {
    return "now";
  }
  const steps = [[86400000, "d"], [3600000, "h"], [60000, "min"], [1000, "s"]];
  for (const [size, unit] of steps) {
    if (ms >= 2 * size || size === 1000) {
      return Math.floor(ms / size) + " " + unit;
    }
  }
  return "now";
}

export function time(ms) {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}

export function clock(ms) {
  return new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}
