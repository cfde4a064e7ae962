// The chart of a resource: units required by limit, units in force, the forecast, and marks for changes and alerts.
import { refresh } from './live.js';

const { uPlot } = window;

const place = document.getElementById('chart');
const note = document.getElementById('chart-note');
const LIMITS = [
  ['serverLoad', 'Server load'], ['connections', 'Connections'], ['inbound', 'Inbound'], ['outbound', 'Outbound'], ['routing', 'Routing'],
];
const HEIGHT = 320;
// Above this many marks their lines would hide the curves: only their heads are drawn.
const DENSE = 40;
// Metrics are some minutes late. Older ones are those that the page calls too old to act on: they are not of now.
const RECENT = 15 * 60;
// The horizon that the sentences of a decision state, in minutes.
const HOUR = 60;
let chart = null;
let shown = null;
let etag = null;
let pending = null;

const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
// 24 hours, and the date at midnight or where the days themselves are marked.
const ticks = (u, splits, axis, space, step) => {
  const days = splits.map(s => new Date(s * 1000).toISOString());
  return days.map((day, i) => (step >= 86400 ? day.slice(5, 10) : day.slice(11, 16) === '00:00' || i === 0 ? `${day.slice(11, 16)}\n${day.slice(5, 10)}` : day.slice(11, 16)));
};
// A requirement is recorded from half a unit on: less is drawn as none.
const FLOOR = 0.5;
const floored = values => values.map(value => (value !== null && value <= FLOOR ? 0 : value));
const number = value => (value == null ? '–' : value.toFixed(value < 10 ? 2 : 1));
const time = seconds => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';

// What people and Azure named may hold characters that turn the direction of a text, or cannot be seen.
const plain = text => (text ?? '').replace(/\p{C}/gu, '\uFFFD');
const size = (sku, units) => `${sku.slice(sku.indexOf('_') + 1)} × ${units}`;
// "Server load" for serverLoad.
const words = id => id[0].toUpperCase() + id.slice(1).replace(/[A-Z]/g, letter => ' ' + letter.toLowerCase());
const seconds = instant => Math.round(Date.parse(instant) / 1000);
const describe = ({ change, alert, text }) => plain(change
  ? `${size(change.fromSku, change.fromUnits)} to ${size(change.toSku, change.toUnits)}, ${change.state}. ${text ?? change.progress ?? ''}`
  : `${words(alert.id)} ${alert.event}: ${text ?? ''}`);

// The answer of the server in the columns of the chart. Right of now there is room for the forecast, or a twentieth of the range.
const read = answer => {
  const [from, now] = [seconds(answer.from), seconds(answer.before)];
  const times = Array.from({ length: answer.count }, (_, i) => from + i * answer.step);
  const steps = answer.units.map(step => [seconds(step.at), step.units ?? null]);
  let next = 0;
  let units = null;
  const start = answer.forecast ? seconds(answer.forecast.at) : 0;
  const horizons = answer.forecast?.required === undefined ? [] : answer.forecast.horizons;
  const coming = key => (horizons.length === 0 ? [] : [answer.forecast.required, ...horizons.map(horizon => horizon[key])]);
  const ends = horizons.length === 0 ? [] : [start, ...horizons.map(horizon => start + horizon.minutes * 60)];
  const empty = Array(answer.count).fill(null);
  return {
    from, now, before: Math.max(now + (now - from) / 20, ...ends), times,
    oldest: now - RECENT - answer.step,
    hour: start < now - RECENT ? undefined : start + HOUR * 60,
    units: times.map(at => {
      for (; next < steps.length && steps[next][0] < at + answer.step; next++) units = steps[next][1];
      return at < now ? units : null;
    }),
    required: Object.fromEntries(LIMITS.map(([key]) => {
      const { min, max } = answer.requiredByLimit[key] ?? { min: empty, max: empty };
      return [key, { min: floored(min), max: floored(max) }];
    })),
    forecast: { times: ends, median: floored(coming('median')), upper: floored(coming('upper')), high: floored(coming('high')) },
    marks: answer.marks.map(mark => ({ at: seconds(mark.at), kind: mark.kind, severity: mark.alert?.severity, text: describe(mark) })),
    isEmpty: answer.units.length === 0 && answer.required.max.every(value => value === null),
  };
};

// One axis for past and forecast: where a series has no value, it has null, and null is a gap.
const align = data => {
  const at = [...new Set([...data.times, ...data.forecast.times])].sort((a, b) => a - b);
  const index = new Map(at.map((t, i) => [t, i]));
  const spread = (times, values) => {
    const all = Array(at.length).fill(null);
    times.forEach((t, i) => { all[index.get(t)] = values[i]; });
    return all;
  };
  const past = values => spread(data.times, values);
  const coming = values => spread(data.forecast.times, values);
  return [
    at,
    coming(data.forecast.high), coming(data.forecast.upper), coming(data.forecast.median), coming(data.forecast.times.map(() => 0)),
    past(data.units),
    ...LIMITS.flatMap(([key]) => [past(data.required[key].max), past(data.required[key].min)]),
  ];
};

const drawMarks = u => {
  const { ctx } = u;
  ctx.save();
  const find = seconds => {
    const x = Math.round(u.valToPos(seconds, 'x', true)) + 0.5;
    return x < u.bbox.left || x > u.bbox.left + u.bbox.width ? null : x;
  };
  const line = (seconds, style, dash) => {
    const x = find(seconds);
    if (x === null) return null;
    ctx.strokeStyle = style;
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(x, u.bbox.top);
    ctx.lineTo(x, u.bbox.top + u.bbox.height);
    ctx.stroke();
    return x;
  };
  ctx.lineWidth = devicePixelRatio;
  const isDense = shown.marks.length > DENSE;
  for (const mark of shown.marks) {
    const style = colour(mark.kind === 'change' ? '--accent' : mark.severity === 'critical' ? '--bad' : '--warning');
    const x = isDense ? find(mark.at) : line(mark.at, style, [2, 3]);
    if (x === null) continue;
    const size = 5 * devicePixelRatio;
    ctx.fillStyle = style;
    ctx.beginPath();
    ctx.moveTo(x - size, u.bbox.top - size * 1.6);
    ctx.lineTo(x + size, u.bbox.top - size * 1.6);
    ctx.lineTo(x, u.bbox.top);
    ctx.fill();
  }
  line(shown.now, colour('--line-strong'), []);
  ctx.restore();
};

const options = () => {
  const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 }, font: '11px system-ui, sans-serif' };
  const limit = ([key, label]) => [
    { label, stroke: colour(`--limit-${key}`), width: 1.75, points: { show: false }, value: (u, v) => number(v) },
    { label: `${label}, lowest`, stroke: 'transparent', width: 0, points: { show: false }, class: 'hidden-series' },
  ];
  const likely = (u, v) => number(v) + (v == null || u.cursor.left >= 0 ? '' : ' for the next hour');
  const coming = (label, fill) => ({ label, stroke: 'transparent', width: 0, fill, points: { show: false }, value: likely });
  const forecast = colour('--forecast');
  return {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [14, 28, 0, 0],
    tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: { y: false, points: { size: 6 } },
    legend: { markers: { width: 2, stroke: (u, i) => (i < 3 ? forecast + '47' : u.series[i].stroke?.(u, i)), fill: (u, i) => (i === 1 ? forecast + '26' : i === 2 ? forecast + '66' : 'transparent') } },
    scales: {
      x: { range: () => [shown.from, shown.before] },
      y: { range: (u, min, max) => [0, Math.max(1, max ?? 1) * 1.08] },
    },
    axes: [{ ...axis, values: ticks, space: 64 }, { ...axis, size: 44 }],
    series: [
      { label: 'Time', value: (u, v) => (v == null ? '–' : time(v)) },
      coming('95 % likely below'), coming('80 % likely below'),
      { label: '50 % likely below', stroke: forecast, dash: [5, 4], width: 1.5, points: { show: false }, value: likely },
      { label: 'Zero', stroke: 'transparent', width: 0, points: { show: false }, class: 'hidden-series' },
      { label: 'Provisioned units', stroke: colour('--ink'), width: 2, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false }, value: (u, v) => v ?? '–' },
      ...LIMITS.flatMap(limit),
    ],
    bands: [
      { series: [1, 2], fill: forecast + '26' }, { series: [2, 3], fill: forecast + '47' }, { series: [3, 4], fill: forecast + '14' },
      ...LIMITS.map(([key], i) => ({ series: [6 + 2 * i, 7 + 2 * i], fill: colour(`--limit-${key}`) + '33' })),
    ],
    hooks: { draw: [drawMarks], setCursor: [tellMarks] },
  };
};

// Without a pointer the legend has the values at now: the newest of each curve, unless it is old, and the forecast of the next hour.
const showNow = u => {
  const [times] = u.data;
  const past = times.findLastIndex(at => at <= shown.now);
  u.setLegend({
    idxs: u.data.map((values, i) => {
      if (i === 0) return past;
      const known = i < 5 ? times.indexOf(shown.hour)
        : values.findLastIndex((value, at) => value !== null && at <= past && times[at] >= shown.oldest);
      return known < 0 ? null : known;
    }),
  });
};

// What happened near the pointer, in words.
const tellMarks = u => {
  if (!(u.cursor.left >= 0)) {
    showNow(u);
    note.textContent = shown.isEmpty ? 'No minute of this range is known yet.' : '';
    return;
  }
  const near = shown.marks.filter(mark => Math.abs(u.valToPos(mark.at, 'x') - u.cursor.left) < 8);
  note.textContent = near.map(mark => `${time(mark.at)}: ${mark.text}`).join(' · ');
};

const draw = () => {
  chart?.destroy();
  chart = new uPlot(options(), align(shown), place);
  place.dataset.shown = place.dataset.range;
};

// Another range aborts one that is being loaded: an answer that comes late is of a range that is no longer selected.
const load = async () => {
  pending?.abort();
  const { signal } = (pending = new AbortController());
  const address = `${place.dataset.source}&range=${place.dataset.range}&points=${Math.max(100, Math.round(place.clientWidth))}`;
  try {
    const headers = etag?.address === address ? { 'If-None-Match': etag.value } : {};
    const answer = await fetch(address, { headers, cache: 'no-store', signal });
    if (answer.status === 304) return tellMarks(chart);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    shown = read(await answer.json());
    etag = { address, value: answer.headers.get('ETag') };
    draw();
    tellMarks(chart);
  } catch {
    if (!signal.aborted) note.textContent = 'The chart cannot be loaded now.';
  }
};

for (const link of document.querySelectorAll('a[data-range]')) {
  link.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.querySelector('a[data-range][aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    place.dataset.range = link.dataset.range;
    history.replaceState(null, '', link.href);
    load();
  });
}
document.addEventListener('refreshed', load);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => shown && draw());
// The printed page is narrower than the window, and a canvas does not flow: it is drawn anew for both A4 and Letter.
const PAPER = 640;
addEventListener('beforeprint', () => chart?.setSize({ width: Math.min(PAPER, place.clientWidth), height: HEIGHT }));
addEventListener('afterprint', () => chart?.setSize({ width: place.clientWidth, height: HEIGHT }));
let width = place.clientWidth;
new ResizeObserver(() => {
  if (!chart || place.clientWidth === width) return;
  width = place.clientWidth;
  chart.setSize({ width, height: HEIGHT });
}).observe(place);
load();
export { refresh };
