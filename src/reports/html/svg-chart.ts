/** Charts as inline SVG: no script and no style attribute, so that the policy of a page needs no exception. */
import { escapeHtml } from './html-text.js';

export interface SvgLine {
  readonly name: string;
  /** The CSS class that gives the line its colour: `c1` to `c6`. */
  readonly kind: string;
  /** A value is null where nothing was measured. */
  readonly points: readonly (readonly [x: number, y: number | null])[];
}

/** A horizontal line that marks a limit. */
export interface SvgLimit {
  readonly name: string;
  readonly value: number;
  readonly passed: boolean;
}

export interface SvgChart {
  readonly title: string;
  readonly lines: readonly SvgLine[];
  readonly limits?: readonly SvgLimit[];
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 68;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 28;
const STEPS = 4;

export function svgChart(chart: SvgChart): string {
  const { title, lines, limits = [], xText, yText } = chart;
  const values = lines.flatMap(({ points }) => points.map(([, y]) => y ?? 0));
  const top = roundUp(Math.max(0, ...values, ...limits.map(({ value }) => value)));
  const times = lines.flatMap(({ points }) => points.map(([x]) => x));
  const end = Math.max(0, ...times) || 1;
  const x = (value: number): number => round(LEFT + (value / end) * (WIDTH - LEFT - RIGHT));
  const y = (value: number): number => round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM));
  const parts = [
    ...steps(top).map(
      (value) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>` +
        `<text class="tick" x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${escapeHtml(yText(value))}</text>`,
    ),
    ...steps(end).map(
      (value, index) =>
        `<text class="tick" x="${x(value)}" y="${HEIGHT - 8}" text-anchor="${anchorOf(index)}">${escapeHtml(xText(value))}</text>`,
    ),
    ...limits.map(
      ({ value, passed }) =>
        `<line class="limit ${passed ? 'met' : 'missed'}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>`,
    ),
    ...lines.map(({ kind, points }) => `<path class="line ${kind}" d="${pathOf(points, x, y)}"/>`),
  ];
  return `<figure class="chart">
<figcaption>${escapeHtml(title)}</figcaption>
<svg role="img" aria-label="${escapeHtml(describe(chart))}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join('')}</svg>
${legend(lines, limits, yText)}</figure>
`;
}

/** A gap in the values is a gap in the line. */
function pathOf(
  points: SvgLine['points'],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let isDrawing = false;
  for (const [time, value] of points) {
    if (value !== null) path += `${isDrawing ? 'L' : 'M'}${x(time)} ${y(value)}`;
    isDrawing = value !== null;
  }
  // A single value has no line, so a short one marks it.
  return /L/.test(path) || path === '' ? path : `${path}h3`;
}

function legend(
  lines: readonly SvgLine[],
  limits: readonly SvgLimit[],
  yText: (value: number) => string,
): string {
  const sample = (kind: string): string =>
    `<svg class="sample" aria-hidden="true" viewBox="0 0 20 4"><path class="${kind}" d="M0 2h20"/></svg>`;
  const items = [
    ...lines.map(({ name, kind }) => `<li>${sample(`line ${kind}`)} ${escapeHtml(name)}</li>`),
    ...limits.map(
      ({ name, value, passed }) =>
        `<li>${sample(`limit ${passed ? 'met' : 'missed'}`)} ${escapeHtml(`${name} ${yText(value)}`)}</li>`,
    ),
  ];
  return `<ul class="legend">${items.join('')}</ul>\n`;
}

/** Those who cannot see the lines hear their range. */
function describe({ title, lines, yText }: SvgChart): string {
  const texts = lines.map(({ name, points }) => {
    const values = points.flatMap(([, value]) => value ?? []);
    if (values.length === 0) return `${name}: nothing measured`;
    return `${name}: ${yText(values.reduce(smaller))} to ${yText(values.reduce(larger))}`;
  });
  return `${title}. ${texts.join('; ')}`;
}

function smaller(a: number, b: number): number {
  return Math.min(a, b);
}

function larger(a: number, b: number): number {
  return Math.max(a, b);
}

function steps(top: number): readonly number[] {
  return Array.from({ length: STEPS + 1 }, (_, index) => (top / STEPS) * index);
}

/** `3.5 s`, `2 min 30 s` */
export function axisTime(seconds: number): string {
  const tenths = Math.round(seconds * 10) / 10;
  if (tenths < 60) return `${tenths} s`;
  const whole = Math.round(seconds);
  const rest = whole % 60;
  return `${Math.floor(whole / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** Without a last interval that was cut short, which would look like a sudden drop. */
export function wholeIntervals<P extends { readonly t: number }>(series: readonly P[]): readonly P[] {
  const last = series.at(-1);
  const before = series.at(-2);
  if (last === undefined || before === undefined) return series;
  return last.t - before.t < (series[0]?.t ?? 1) * 0.95 ? series.slice(0, -1) : series;
}

function anchorOf(index: number): string {
  return index === 0 ? 'start' : index === STEPS ? 'end' : 'middle';
}

/** The next of 1, 2, 4, 5, 8 and 10 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 8, 10].find((factor) => factor * power >= value * 1.02) ?? 20;
  return step * power;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export const CHART_STYLE = `
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:1.25rem;margin:1.5rem 0}
.chart{padding:1rem;border:1px solid var(--line);border-radius:12px;background:var(--sheet);box-shadow:var(--shade)}
.chart figcaption{font-weight:650;margin-bottom:.5rem}
.chart svg{display:block;width:100%;height:auto}
.grid{stroke:var(--line);stroke-width:1}
.tick{fill:var(--soft);font:12px var(--sans)}
.line{fill:none;stroke-width:1.75;stroke-linejoin:round}
.c1{stroke:#2f9e5f}.c2{stroke:#2b7de0}.c3{stroke:#c98512}.c4{stroke:#d9404d}.c5{stroke:#8a5cd6}.c6{stroke:#7b8593}
.limit{stroke-width:1.5;stroke-dasharray:6 4}.limit.met{stroke:var(--passed-fill)}.limit.missed{stroke:var(--failed-fill)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.5rem;list-style:none;font-size:.8125rem;color:var(--soft)}
.chart .sample{display:inline-block;width:20px;height:4px;vertical-align:middle}
`;
