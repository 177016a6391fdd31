import type { Coverage, OperationCoverage } from '../../coverage/coverage.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Styler } from './style.js';

/** The block of cli.md 6.9, for people. */
export function coverageText(coverage: Coverage, secrets: SecretSet, style: Styler): string {
  const { spec, total, covered, percent, tags, operations, unmatched } = coverage;
  const widestTag = widest(Object.keys(tags));
  const widestMethod = widest(operations.map(({ method }) => method));
  const widestPath = widest(operations.map(({ path }) => path));
  const lines = [
    style('bold', `API coverage: ${printableLine(secrets.redact(spec))}`),
    `  ${covered} of ${total} operations (${percent.toFixed(1)}%)`,
    ...Object.entries(tags).map(
      ([tag, { total: all, covered: called }]) =>
        `  ${printableLine(tag).padEnd(widestTag)}  ${called} of ${all}`,
    ),
    ...operations.map((operation) => operationLine(operation, widestMethod, widestPath, style)),
    ...(unmatched.length === 0 ? [] : ['  Calls that match no operation:']),
    ...unmatched.map((call) => `      ${printableLine(secrets.redact(call))}`),
  ];
  return `${lines.join('\n')}\n`;
}

function operationLine(
  { method, path, covered, statuses }: OperationCoverage,
  widestMethod: number,
  widestPath: number,
  style: Styler,
): string {
  const mark = covered ? style('green', '[x]') : '[ ]';
  const shown = printableLine(path);
  const answers = statuses.length === 0 ? shown : `${shown.padEnd(widestPath)}   ${statuses.join(', ')}`;
  return `  ${mark} ${method.padEnd(widestMethod)} ${answers}`;
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, printableLine(text).length), 0);
}
