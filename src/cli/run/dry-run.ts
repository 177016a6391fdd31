import {
  describeRun,
  type FileDescription,
  type RunDescription,
  type StepDescription,
} from '../../operations/describe-run.js';
import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { Styler } from '../../reports/style.js';
import { version } from '../../version.js';
import type { PreparedRun } from './prepared-run.js';

export interface DryRunInput extends Pick<PreparedRun, 'settings' | 'plan' | 'verbosity'> {
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly secrets: SecretSet;
  readonly style: Styler;
}

/** What would run, in which order and after what; with `-v` also what would be sent. */
export function dryRunText({ settings, plan, verbosity, process, secrets, style }: DryRunInput): string {
  const { options } = settings;
  const description = describeRun(plan, { options, process, onSecret: (value) => secrets.add(value) });
  const lines = [
    `svc ${version}`,
    ...description.files.flatMap((file) => ['', ...fileLines(file, verbosity, style)]),
    '',
    countLine(description),
  ];
  return `${lines.map((line) => secrets.redact(line)).join('\n')}\n`;
}

function fileLines({ file, broken, steps }: FileDescription, verbosity: number, style: Styler): string[] {
  const shown = steps.filter(({ skipReason }) => verbosity > 0 || skipReason !== FILTERED_OUT);
  const width = String(steps.length).length + 1;
  let number = 0;
  return [
    `${style('bold', 'Would run:')} ${printableLine(file)}`,
    '',
    ...broken.map((problem) => `  ${style('red', 'x')} ${printableLine(problem)}`),
    ...shown.flatMap((step) => {
      const mark = step.skipReason === '' ? `${(number += 1)}.` : style('yellow', '-');
      return stepLines(
        step,
        step.skipReason === '' ? mark.padStart(width) : `${' '.repeat(width - 1)}${mark}`,
        verbosity,
        style,
      );
    }),
  ];
}

const FILTERED_OUT = 'filtered out';

function stepLines(step: StepDescription, mark: string, verbosity: number, style: Styler): string[] {
  const { name, file, dependencies, skipReason, method, url, variables } = step;
  const remarks = [
    ...(file === undefined ? [] : [`of ${file}`]),
    ...(dependencies.length === 0 ? [] : [`after ${dependencies.join(', ')}`]),
    ...(skipReason === '' ? [] : [skipReason]),
  ];
  const head = `  ${mark} ${printableLine(name)}${remarks.length === 0 ? '' : ` (${printableLine(remarks.join('; '))})`}`;
  if (verbosity === 0) return [head];
  return [
    head,
    `      ${printableLine(`${method} ${url}`)}`,
    ...variables.map((variable) => style('dim', `      ${printableLine(variable.name)}: ${variable.source}`)),
  ];
}

function countLine({ files }: RunDescription): string {
  const steps = files.flatMap((file) => file.steps);
  const skipped = steps.filter(({ skipReason }) => skipReason !== '').length;
  const broken = files.filter((file) => file.broken.length > 0).length;
  const parts = [
    `${steps.length - skipped} to run`,
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(broken === 0 ? [] : [`${broken} with errors`]),
  ];
  return `Dry run: ${parts.join(', ')}; nothing was sent`;
}
