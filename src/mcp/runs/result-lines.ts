/** The lines that texts about a run are made of: one for the run, one for each result, and calls that read more. */
import { cutText } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';
import type { KeptResult, KeptRun } from './kept-run.js';

export const MAX_NAME_CHARACTERS = 100;
const MAX_URL_CHARACTERS = 300;
const MAX_REASON_CHARACTERS = 300;
/** Two values of 200 characters, the subject and a note. */
const MAX_LINE_CHARACTERS = 600;

/** The same words and places for every verdict, so that the first line alone decides. */
export function headLine(run: KeptRun): string {
  const { verdict, passed, failed, skipped, durationMs, environment, id, results } = run;
  const counts = `${failed} of ${results.length} failed, ${passed} passed, ${skipped} skipped`;
  const where = `environment ${shown(environment, MAX_NAME_CHARACTERS)}`;
  return `${verdict.toUpperCase()}: ${counts}; ${durationMs} ms; ${where}; run ${id}`;
}

const WORDS = { passed: 'PASS', failed: 'FAIL', skipped: 'SKIP' } as const;

/** `#3 FAIL readOrder shop/orders.http:24 GET https://… -> 200 OK 61 ms`. */
export function resultLine(result: KeptResult): string {
  const { number, name, status, skipReason, request, response, durationMs, attempts } = result;
  const head = `#${number} ${WORDS[status]} ${shown(name, MAX_NAME_CHARACTERS)} ${placeOf(result)}`;
  if (status === 'skipped') return `${head} ${shown(skipReason, MAX_REASON_CHARACTERS)}`;
  const sent = `${shown(request.method, 32)} ${shown(request.url, MAX_URL_CHARACTERS)}`;
  const end = response ? shown(response.status, MAX_NAME_CHARACTERS) : 'no response';
  const tried = attempts > 1 ? ` (${attempts} attempts)` : '';
  return `${head} ${sent} -> ${end} ${durationMs} ms${tried}`;
}

/** The lines below that of a result: its error, then the assertions that do not hold. */
export function reasonLines({ file, error, errorKind, failures }: KeptResult, maxFailures: number): string[] {
  const lines = error === '' ? [] : [`  ${errorKind}: ${shown(error, MAX_LINE_CHARACTERS)}`];
  for (const { line, text } of failures.slice(0, maxFailures))
    lines.push(`  ${shown(`${file}:${line}`, MAX_NAME_CHARACTERS)} ${shown(text, MAX_LINE_CHARACTERS)}`);
  return lines;
}

/** A call as a client may write it. */
export function callText(tool: string, args: object): string {
  return `${tool} ${JSON.stringify(args)}`;
}

export function placeOf({ file, line }: Pick<KeptResult, 'file' | 'line'>): string {
  return shown(`${file}:${line}`, 2 * MAX_NAME_CHARACTERS);
}

/** On one line, without control characters, and cut. */
export function shown(text: string, maxCharacters: number): string {
  const line = printableLine(cutText(text, maxCharacters));
  return text.length > maxCharacters ? `${line}...` : line;
}
