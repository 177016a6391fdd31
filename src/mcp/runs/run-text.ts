/** The text of a run for an agent: the verdict first, then what failed, and how to read more. */
import { Buffer } from 'node:buffer';
import { printableLine } from '../../primitives/printable.js';
import type { KeptResult, KeptRun } from './kept-run.js';
import { callText, headLine, MAX_NAME_CHARACTERS, reasonLines, resultLine, shown } from './result-lines.js';

const MAX_BYTES = 8 * 1024;
const MAX_FAILURES = 20;
const MAX_ASSERTIONS = 5;
const MAX_BODIES = 5;
const MAX_SKIPS = 20;
const MAX_PASSED = 40;
const MAX_WARNINGS = 3;
const MAX_BODY_CHARACTERS = 300;
/** What failures leave for skipped and passed requests and for the calls that read more. */
const RESERVED_BYTES = 2600;

export function runText(run: KeptRun): string {
  const ending = [...warningLines(run), ...passedLines(run), moreLine(run)];
  const text = new BoundedText(headLine(run), Buffer.byteLength(ending.join('\n')) + 1);
  addFailures(text, run);
  addSkips(text, run);
  return [...text.lines, ...ending].join('\n');
}

/** Lines as long as there is room for them and for what follows. */
class BoundedText {
  readonly lines: string[];
  #left: number;

  constructor(head: string, endingBytes: number) {
    this.lines = [head];
    this.#left = MAX_BYTES - Buffer.byteLength(head) - 1 - endingBytes;
  }

  /** Whether they were added: all of them or none. */
  add(lines: readonly string[], reserved: number): boolean {
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    if (bytes > this.#left - reserved) return false;
    this.lines.push(...lines);
    this.#left -= bytes;
    return true;
  }
}

function addFailures(text: BoundedText, run: KeptRun): void {
  const failed = run.results.filter(({ status }) => status === 'failed');
  let added = 0;
  for (const result of failed.slice(0, MAX_FAILURES)) {
    const head = resultLine(result);
    const details = failureLines(result, run.id, added < MAX_BODIES);
    const reserved = RESERVED_BYTES - 1600;
    if (!text.add([head, ...details], RESERVED_BYTES) && !text.add([head], reserved)) break;
    added += 1;
  }
  const left = failed.length - added;
  if (left > 0)
    text.add([`${left} more failed: ${callText('svc_result', { run: run.id, part: 'failures' })}`], 0);
}

function failureLines(result: KeptResult, run: string, withBody: boolean): readonly string[] {
  const { number, failures, response } = result;
  const lines = reasonLines(result, MAX_ASSERTIONS);
  const left = failures.length - MAX_ASSERTIONS;
  if (left > 0)
    lines.push(
      `  ${left} more failed assertions: ${callText('svc_result', { run, request: number, part: 'assertions' })}`,
    );
  if (withBody && response && response.size > 0)
    lines.push(bodyLine(response.body.text, response.size, run, number));
  return lines;
}

function bodyLine(text: string, size: number, run: string, request: number): string {
  const characters = Array.from(text.slice(0, 2 * MAX_BODY_CHARACTERS));
  const isWhole = text.length <= 2 * MAX_BODY_CHARACTERS && characters.length <= MAX_BODY_CHARACTERS;
  const start = printableLine(characters.slice(0, MAX_BODY_CHARACTERS).join(''));
  if (isWhole) return `  body ${characters.length} chars: ${start}`;
  const call = callText('svc_result', { run, request, part: 'body' });
  return `  body ${size} bytes, first ${MAX_BODY_CHARACTERS} chars: ${start} ... more: ${call}`;
}

function addSkips(text: BoundedText, run: KeptRun): void {
  const skipped = run.results.filter(({ status }) => status === 'skipped');
  let added = 0;
  for (const result of skipped.slice(0, MAX_SKIPS)) {
    if (!text.add([resultLine(result)], 150)) break;
    added += 1;
  }
  const left = skipped.length - added;
  if (left > 0)
    text.add([`${left} more skipped: ${callText('svc_result', { run: run.id, part: 'tests' })}`], 0);
}

const MAX_PASSED_BYTES = 1500;

function passedLines({ id, results }: KeptRun): readonly string[] {
  const passed = results.filter(({ status }) => status === 'passed');
  const names: string[] = [];
  let bytes = 0;
  for (const { number, name } of passed.slice(0, MAX_PASSED)) {
    const entry = `#${number} ${shown(name, MAX_NAME_CHARACTERS)}`;
    bytes += Buffer.byteLength(entry) + 2;
    if (bytes > MAX_PASSED_BYTES) break;
    names.push(entry);
  }
  if (names.length === 0) return [];
  const left = passed.length - names.length;
  const more = left > 0 ? `, ${left} more: ${callText('svc_result', { run: id, part: 'tests' })}` : '';
  return [`passed: ${names.join(', ')}${more}`];
}

function warningLines({ id, warnings }: KeptRun): readonly string[] {
  const lines = warnings.slice(0, MAX_WARNINGS).map((warning) => `warning: ${shown(warning, 200)}`);
  const left = warnings.length - MAX_WARNINGS;
  return left > 0
    ? [...lines, `${left} more warnings: ${callText('svc_result', { run: id, part: 'summary' })}`]
    : lines;
}

function moreLine({ id, results }: KeptRun): string {
  const failed = results.find(({ status }) => status === 'failed');
  if (failed === undefined) return `more: ${callText('svc_result', { run: id, part: 'tests' })}`;
  const target = { run: id, request: failed.number };
  const part = failed.response ? 'body' : 'request';
  return `more: ${callText('svc_explain', target)}; ${callText('svc_result', { ...target, part })}`;
}
