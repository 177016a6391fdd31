/** Writes the reports of `svc strength`. */
import { ServiceError } from '../../errors.js';
import { styler, type Styler } from '../../reports/console/style.js';
import type { StrengthReport } from '../../reports/strength/strength-text.js';
import { version } from '../../version.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import type { Invocation } from '../command/command.js';
import { resolveOutput } from '../command/named-output.js';
import { writeReport } from '../command/write-report.js';
import type { STRENGTH_FLAGS } from '../flags/strength-flags.js';

type StrengthInvocation = Invocation<typeof STRENGTH_FLAGS>;
type Format = 'console' | 'json' | 'html';

/** The additional reports first, since the primary one may be read by a program that then ends. */
export async function writeStrength(invocation: StrengthInvocation, report: StrengthReport): Promise<void> {
  const { flags, terminal } = invocation;
  const render = (format: Format, style: Styler): Promise<Iterable<string>> =>
    renderReport(report, format, style, flags, terminal.verbosity > 0);
  for (const { format, path } of flags.report) {
    if (path === undefined || (format !== 'json' && format !== 'html'))
      throw new ServiceError('usage', `--report ${format} needs a path`);
    const pieces = await render(format, styler(false));
    await writeOutput(await resolveOutput(path, invocation), Array.from(pieces).join(''));
    await terminal.note(`wrote ${path}`);
  }
  // The diff has standard output for itself.
  if (flags['dry-run'] && flags['output-file'] === undefined) return;
  const output: Format = flags.json ? 'json' : (flags.output ?? 'console');
  await writeReport({ ...invocation, flags: { ...flags, output } }, render);
}

/** The code of each format is loaded when it is used. */
async function renderReport(
  report: StrengthReport,
  format: Format,
  style: Styler,
  flags: StrengthInvocation['flags'],
  verbose: boolean,
): Promise<Iterable<string>> {
  switch (format) {
    case 'json':
      return (await import('../../reports/strength/strength-json.js')).renderStrengthJson(report);
    case 'html':
      return (await import('../../reports/strength/strength-html.js')).renderStrengthHtml(report, version);
    case 'console': {
      const { renderStrengthConsole } = await import('../../reports/strength/strength-console.js');
      const suggests = !flags.fix && !flags['dry-run'];
      return renderStrengthConsole(report, { style, verbose, suggests });
    }
  }
}
