import type { FileOutcome, RunOutcome } from '../../runner/outcome/result.js';
import { elapsedText } from './elapsed-text.js';
import type { StyleName, Styler } from './style.js';

type Group = readonly [style: StyleName, count: number, word: string];

/** The last lines of the report: `Tests`, `Files` when there are several, and `Time`. */
export function totalLines(
  { passed, failed, skipped, files, duration }: RunOutcome,
  style: Styler,
): string[] {
  const tests: readonly Group[] = [
    ['green', passed, 'passed'],
    ['red', failed, 'failed'],
    ['yellow', skipped, 'skipped'],
  ];
  return [
    `Tests: ${groupsText(tests, style)}`,
    ...(files.length > 1 ? [`Files: ${groupsText(fileGroups(files), style)}`] : []),
    `Time:  ${elapsedText(duration)}`,
  ];
}

/** A file in which nothing ran counts as skipped. */
function fileGroups(files: readonly FileOutcome[]): readonly Group[] {
  const failed = files.filter((file) => file.failed > 0).length;
  const passed = files.filter((file) => file.failed === 0 && file.passed > 0).length;
  return [
    ['red', failed, 'failed'],
    ['green', passed, 'passed'],
    ['yellow', files.length - failed - passed, 'skipped'],
  ];
}

/** Groups without members are left out, but not the total. */
function groupsText(groups: readonly Group[], style: Styler): string {
  const shown = groups.flatMap(([name, count, word]) => (count > 0 ? [style(name, `${count} ${word}`)] : []));
  const total = groups.reduce((sum, [, count]) => sum + count, 0);
  return [...shown, `${total} total`].join(', ');
}
