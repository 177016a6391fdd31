/** How much the tests of each file would notice, as last measured. */
import { signal } from '@preact/signals';
import type { StrengthReport } from '../../../src/server/api-types.js';
import { documents } from './documents.js';

export interface MeasuredStrength {
  readonly report: StrengthReport;
  /** The stored text that was measured; undefined when the file was not open. */
  readonly etag: string | undefined;
}

export const strengths = signal<ReadonlyMap<string, MeasuredStrength>>(new Map());

export function keepStrength(path: string, report: StrengthReport): void {
  strengths.value = new Map(strengths.value).set(path, { report, etag: etagOf(path) });
}

/** From 0 to 100; undefined when it is not known, or the file was saved since. */
export function scoreOf(path: string): number | undefined {
  const measured = strengths.value.get(path);
  const etag = etagOf(path);
  if (measured?.etag !== undefined && etag !== undefined && measured.etag !== etag) return undefined;
  return measured?.report.score ?? undefined;
}

export function scoreText(score: number): string {
  return `${Math.floor(score)} %`;
}

function etagOf(path: string): string | undefined {
  const found = documents.value.find((document) => document.path === path);
  return found === undefined || found.etag === '' ? undefined : found.etag;
}
