import { printableLine } from '../../primitives/printable.js';
import type { Styler } from '../../reports/console/style.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import type { PlannedFile, PlannedRequest, PlannedVariable } from '../../runner/dry-run.js';
import { version } from '../../version.js';

/** Lists what would run, in which order and after what; with `-v` also what would be sent. */
export function dryRunText(
  files: readonly PlannedFile[],
  { verbosity, passes = 1 }: { readonly verbosity: number; readonly passes?: number | undefined },
  style: Styler,
): string {
  const blocks = files.map((file) => fileLines(file, verbosity, style).join('\n'));
  return `${[`svc ${version}`, ...blocks, countLine(files, passes)].join('\n\n')}\n`;
}

function fileLines({ file, broken, requests }: PlannedFile, verbosity: number, style: Styler): string[] {
  const shown = requests.filter(({ skipReason }) => verbosity > 0 || skipReason !== FILTERED_OUT);
  const width = String(shown.length).length + 1;
  let number = 0;
  const numberOf = ({ skipReason, isUnsupported }: PlannedRequest): string => {
    if (isUnsupported) return ' '.repeat(width - 1) + style('red', 'x');
    if (skipReason !== '') return ' '.repeat(width - 1) + style('yellow', '-');
    number += 1;
    return `${number}.`.padStart(width);
  };
  return [
    `${style('bold', 'Would run:')} ${printableLine(file)}`,
    '',
    ...broken.map((problem) => `  ${style('red', 'x')} ${printableLine(problem)}`),
    ...shown.flatMap((request) => [
      `  ${numberOf(request)} ${headOf(request, file)}`,
      ...(verbosity === 0 ? [] : detailsOf(request, style)),
    ]),
  ];
}

function headOf(
  { name, file, dependencies, skipReason, isUnsupported }: PlannedRequest,
  shownIn: string,
): string {
  const remarks = [
    ...(file === shownIn ? [] : [`of ${file}`]),
    ...(dependencies.length === 0 ? [] : [`after ${dependencies.join(', ')}`]),
    ...(skipReason === '' ? [] : [skipReason]),
    ...(isUnsupported ? ['cannot be run'] : []),
  ];
  return printableLine(remarks.length === 0 ? name : `${name} (${remarks.join('; ')})`);
}

function detailsOf({ method, url, variables }: PlannedRequest, style: Styler): string[] {
  const lines = [`${method} ${url}`, ...variables.map(variableText)];
  return lines.map((line) => style('dim', `      ${printableLine(line)}`));
}

function variableText({ name, value, source }: PlannedVariable): string {
  return value === undefined ? `${name} (${source})` : `${name} = ${value} (${source})`;
}

function countLine(files: readonly PlannedFile[], passes: number): string {
  const requests = files.flatMap((file) => file.requests);
  const skipped = requests.filter(({ skipReason }) => skipReason !== '').length;
  const unsupported = requests.filter(({ isUnsupported }) => isUnsupported).length;
  const broken = files.filter((file) => file.broken.length > 0).length;
  const parts = [
    `${requests.length - skipped - unsupported} to run${passes > 1 ? ` ${passes} times` : ''}`,
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(unsupported === 0 ? [] : [`${unsupported} cannot be run`]),
    ...(broken === 0 ? [] : [`${broken} with errors`]),
  ];
  return `Dry run: ${parts.join(', ')}; nothing was sent`;
}
