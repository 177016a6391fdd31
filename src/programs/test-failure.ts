/** The error of a test whose request failed, which test runners print with the place in the request file. */
import { resolve } from 'node:path';
import { printableLine } from '../primitives/printable.js';
import type { SecretSet } from '../redaction/secret-set.js';
import { failureLines, failurePlace } from '../reports/console/failure-block.js';
import { styler } from '../reports/console/style.js';
import type { RequestOutcome } from '../runner/outcome/result.js';
import { plannedFiles } from '../runner/plan/planned-files.js';
import type { PlannedRun } from './prepare-run.js';

/** Terminals of test runners show the text after an indentation of their own. */
const COLUMNS = 76;

/** `seen` are all results so far, since a failure may have its cause in another request. */
export function testFailure(
  failed: readonly RequestOutcome[],
  seen: readonly RequestOutcome[],
  { plan, cwd, secrets }: PlannedRun & { readonly secrets: SecretSet },
): Error {
  const options = {
    style: styler(false),
    detailed: false,
    secrets,
    columns: COLUMNS,
    findFile: plannedFiles(plan),
  };
  const run = { files: [{ results: seen }] };
  const blocks = failed.map((outcome) => failureLines(outcome, run, options).join('\n'));
  const error = new Error(blocks.join('\n\n'));
  error.name = 'RequestFailure';
  const frames = failed.map((outcome) => frameOf(outcome, secrets, cwd));
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}

/** A frame as V8 writes it, so that test runners and editors lead to the line; the path is absolute, as they need it. */
function frameOf(outcome: RequestOutcome, secrets: SecretSet, cwd: string): string {
  const [, file = outcome.file, line = '1'] =
    /^(.*?):(\d+):\d+: /.exec(outcome.line === 0 ? outcome.error : '') ??
    /^(.*):(\d+)$/.exec(failurePlace(outcome, secrets)) ??
    [];
  const name = printableLine(secrets.redact(outcome.shownName)).replaceAll(/[()]/g, ' ');
  return `    at ${name} (${resolve(cwd, file)}:${line}:1)`;
}
