/** What a run would do, for `dry_run`: one line for each request. */
import { Buffer } from 'node:buffer';
import { cutText } from '../../evaluation/values/value-text.js';
import { printableLine } from '../../primitives/printable.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { unsupportedRequest } from '../../request-file/model/unsupported-request.js';
import { openRun } from '../../runner/run.js';
import type { PreparedRun } from './prepare-run.js';

const MAX_BYTES = 8 * 1024;
const MAX_TEXT_CHARACTERS = 300;
/** For the line that says how many are left out. */
const RESERVED_BYTES = 100;

export function planText({ plan, request, total }: PreparedRun): string {
  const { secrets, close } = openRun({ ...request, signal: new AbortController().signal }, plan);
  close();
  const show = (text: string): string => printableLine(cutText(secrets.redact(text), MAX_TEXT_CHARACTERS));
  const steps = plan.files.flatMap((file) => [...file.steps].sort((a, b) => a.position - b.position));
  const environment = show(request.options.environmentName);
  const lines = [
    `PLAN: ${steps.length} requests, ${total} results; environment ${environment}; nothing was sent`,
  ];
  let bytes = Buffer.byteLength(lines[0] ?? '');
  for (const [index, { node, dependencies, skipReason }] of steps.entries()) {
    const { request: planned, owner } = node;
    const needs = dependencies.map(({ written }) => written).join(', ');
    const line = [
      `#${index + 1} ${show(shownName(planned))} ${show(owner.runnable.shown)}:${planned.line}`,
      `${show(planned.method)} ${show(planned.url)}`,
      ...(needs === '' ? [] : [`depends on ${show(needs)}`]),
      ...(skipReason === '' ? [] : [`skipped: ${show(skipReason)}`]),
      ...(skipReason === '' && unsupportedRequest(planned) ? ['cannot be run'] : []),
    ].join(' ');
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_BYTES - RESERVED_BYTES) {
      lines.push(`${steps.length - index} more; narrow it by files, names or tags`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}
