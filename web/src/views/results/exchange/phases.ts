/** The phases of an exchange as spans of one bar. */
import type { ExchangeFacts } from '../../../../../src/server/api-types.js';

export interface Span {
  readonly key: string;
  readonly label: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Percent of the whole. */
  readonly start: number;
  readonly width: number;
}

const LABELS: readonly (readonly [key: keyof ExchangeFacts['timing'], label: string])[] = [
  ['blocked', 'Waiting for a connection'],
  ['dns', 'Name lookup'],
  ['connect', 'Connecting'],
  ['tls', 'TLS handshake'],
  ['send', 'Sending'],
  ['wait', 'Waiting for the response'],
  ['receive', 'Receiving'],
];

/** Only phases that took a millisecond or more, and the wait for a response that came. */
export function phaseSpans({ timing, protocol }: Pick<ExchangeFacts, 'timing' | 'protocol'>): Span[] {
  return spansOf(
    LABELS.map(([key, label]) => ({ key, label, duration: timing[key] })).filter(
      ({ key, duration }) => duration > 0 || (key === 'wait' && protocol !== ''),
    ),
  );
}

/** One span for each request of a chain. */
export function hopSpans(hops: ExchangeFacts['hops']): Span[] {
  return spansOf(
    hops.map(({ duration }, index) => ({ key: String(index), label: `Request ${index + 1}`, duration })),
  );
}

function spansOf(parts: readonly Pick<Span, 'key' | 'label' | 'duration'>[]): Span[] {
  const total = parts.reduce((sum, { duration }) => sum + duration, 0);
  const percent = (part: number): number => (total === 0 ? 0 : (part / total) * 100);
  let at = 0;
  return parts.map((part) => {
    const start = percent(at);
    at += part.duration;
    return { ...part, start, width: percent(part.duration) };
  });
}

/** `12 ms`, `1.25 s`. */
export function phaseText(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(2)} s` : `${milliseconds} ms`;
}
