import { styler } from '../reports/console/style.js';
import { RUN_REPORTS } from '../reports/report-files.js';
import { plannedFiles } from '../runner/plan/planned-files.js';
import { REPORT_FORMATS } from '../workspace/config/config.js';
import { version } from '../version.js';
import { checkOptions, checkWord, usageError } from './check-options.js';
import { reportSourceOf } from './kept-for-reports.js';
import type { RunSummary } from './result-types.js';
import type { ReportOptions } from './run-types.js';
import type { ReportFormat } from './settings-type.js';

/** The text that `svc run` would print or write in this format, without colours. */
export async function performReport(
  summary: RunSummary,
  format: ReportFormat,
  options: ReportOptions,
): Promise<string> {
  checkWord('the format of renderReport', REPORT_FORMATS, format);
  checkOptions('renderReport', options);
  const { outcome, plan, hasExchanges } = reportSourceOf(summary);
  const { verbosity = 0 } = options;
  if (format === 'console') {
    const { renderConsole } = await import('../reports/console/run-console.js');
    const findFile = plannedFiles(plan);
    return renderConsole(outcome, { version, verbosity, style: styler(false), findFile });
  }
  if (format === 'har' && !hasExchanges)
    throw usageError('a report in the format har needs a run with the option keepExchanges: true');
  const render = await RUN_REPORTS[format].load();
  return [...render(outcome, { version })].join('');
}
