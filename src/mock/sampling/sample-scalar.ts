import { samplePattern } from './sample-pattern.js';
import { MAX_SAMPLE_SIZE, SAMPLE } from './made-up.js';
import type { SchemaParts } from './schema-parts.js';

const BY_FORMAT: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2031-04-07T09:15:02.087Z'],
  ['date', '2031-04-07'],
  ['time', '09:15:02Z'],
  ['duration', 'PT15M'],
  ['email', 'sample@example.test'],
  ['idn-email', 'sample@example.test'],
  ['hostname', 'example.test'],
  ['idn-hostname', 'example.test'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.test/sample'],
  ['iri', 'https://example.test/sample'],
  ['uri-reference', '/sample'],
  ['iri-reference', '/sample'],
  ['uri-template', '/sample/{id}'],
  ['json-pointer', '/sample'],
  ['relative-json-pointer', '0/sample'],
  ['regex', 'sample'],
  ['uuid', '3f8a1c52-7d4e-4b6a-9c1f-2e5d8b7a6c30'],
  ['byte', 'c2FtcGxl'],
]);

export function sampleString(parts: SchemaParts): string {
  for (const pattern of parts.values('pattern')) {
    const text = typeof pattern === 'string' ? samplePattern(pattern) : undefined;
    if (text !== undefined) return text;
  }
  for (const format of parts.values('format')) {
    const text = BY_FORMAT.get(format);
    if (text !== undefined) return text;
  }
  const least = Math.min(parts.most('minLength') ?? 0, MAX_SAMPLE_SIZE);
  const most = parts.least('maxLength') ?? MAX_SAMPLE_SIZE;
  const length = Math.min(Math.max(least, SAMPLE.length), most);
  return SAMPLE.repeat(Math.ceil(length / SAMPLE.length)).slice(0, length);
}

/** 1 when that is allowed, else the first multiple above the lower bound, or below the upper one. */
export function sampleNumber(parts: SchemaParts, isInteger: boolean): number {
  const step = parts.most('multipleOf') ?? 1;
  const low = bound(parts, 'minimum', 'exclusiveMinimum', Math.max);
  const high = bound(parts, 'maximum', 'exclusiveMaximum', Math.min);
  const fits = (value: number): boolean =>
    (low === undefined || value > low.value || (value === low.value && !low.isOpen)) &&
    (high === undefined || value < high.value || (value === high.value && !high.isOpen)) &&
    (!isInteger || Number.isInteger(value));
  const above = low && Math.ceil(low.value / step) * step;
  const below = high && Math.floor(high.value / step) * step;
  const middle = low && high && (low.value + high.value) / 2;
  const whole = isInteger && !Number.isInteger(step) ? [step * Math.round(1 / step)] : [];
  const candidates = [step, ...whole, above, above && above + step, below, below && below - step, middle, 0];
  return candidates.find((value) => value !== undefined && fits(value)) ?? 1;
}

interface Bound {
  readonly value: number;
  readonly isOpen: boolean;
}

/** In draft 4 the second keyword is a boolean that belongs to the first. */
function bound(
  parts: SchemaParts,
  closed: string,
  open: string,
  narrower: (...values: number[]) => number,
): Bound | undefined {
  const pick = narrower === Math.max ? parts.most.bind(parts) : parts.least.bind(parts);
  const inclusive = pick(closed);
  const exclusive = pick(open);
  if (inclusive === undefined)
    return exclusive === undefined ? undefined : { value: exclusive, isOpen: true };
  if (exclusive === undefined) return { value: inclusive, isOpen: parts.values(open).includes(true) };
  const value = narrower(inclusive, exclusive);
  return { value, isOpen: value === exclusive };
}
