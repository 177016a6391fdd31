import { ServiceError } from '../../errors.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { checkParts } from '../../reports/merge/check-parts.js';
import { mergeResults, type MergedResults } from '../../reports/merge/merge-results.js';
import { hasNotPassed } from '../../runner/plan/dependency-problem.js';
import type { RunOutcome } from '../../runner/outcome/result.js';
import { version } from '../../version.js';
import { workspaceFolders } from '../../workspace/output/output-file.js';
import { defineCommand } from '../command/command.js';
import { runExitCodes } from '../../operations/runs/run-exit-codes.js';
import { EXIT, worstExitCode, type ExitCode } from '../process/exit-code.js';
import { MERGE_FLAGS, type MergeInvocation } from '../report/merge-flags.js';
import { listParts, readParts } from '../report/read-parts.js';
import { planReports, type ReportPlan } from '../run/report-plan.js';
import { printCoverage } from '../run/run-coverage.js';
import { writeReports } from '../run/write-reports.js';

export const reportMerge = defineCommand({
  arguments: [
    {
      name: 'results',
      meaning: 'a results document (svc run -o json), or a directory: all .json files in it',
      required: true,
      repeatable: true,
      complete: { extensions: ['json'] },
    },
  ],
  flags: MERGE_FLAGS,
  examples: [
    'svc report merge --expect 4 results/',
    'svc report merge -o junit --output-file out/junit.xml shard-1.json shard-2.json',
    'svc report merge --report html=out/report.html --report github results/',
    'svc report merge --on-duplicate last -o json --output-file all.json first.json second.json',
  ],
  exitCodes: [
    [EXIT.ok, 'every test passed or was skipped'],
    [EXIT.failed, 'a test failed'],
    [
      EXIT.requestFile,
      'a request file had errors, a dependency was not found, or a request could not be run',
    ],
    [EXIT.input, 'a document is missing or has errors, or a report cannot be written'],
    [EXIT.network, 'all failed tests failed with a network error'],
  ],
  async run(invocation) {
    const { flags, positionals, context, terminal } = invocation;
    const plan = planMergeReports(invocation);
    const paths = listParts(positionals, context);
    if (flags.expect !== undefined && flags.expect !== paths.length) {
      const message = `expected ${formatCount(flags.expect, 'part')}, found ${paths.length}`;
      throw new ServiceError('input', message);
    }
    const parts = await readParts(paths, context);
    const warnings = checkParts(parts, {
      areAllExpected: flags.expect !== undefined,
      allowsRepeatedShards: flags['on-duplicate'] !== undefined,
    });
    const merged = mergeResults(parts, flags['on-duplicate'] ?? 'worst');
    for (const warning of [...warnings, ...merged.warnings]) await terminal.warning(warning);
    return worstExitCode([...mergedExitCodes(merged.run), ...(await writeMerged(invocation, merged, plan))]);
  },
});

function planMergeReports({ flags, positionals, context: { cwd } }: MergeInvocation): ReportPlan {
  const folders = workspaceFolders({ cwd, paths: positionals, configDirectory: undefined });
  return planReports(flags, undefined, { absolute: cwd, prefix: '', folders });
}

async function writeMerged(
  { terminal, context }: MergeInvocation,
  { run, document, coverage, version: mergedVersion }: MergedResults,
  plan: ReportPlan,
): Promise<readonly ExitCode[]> {
  const details = { version: mergedVersion || version, document, ...(coverage && { coverage }) };
  const { verbosity, style } = terminal;
  const { format, file } = plan.primary;
  if (format === 'console' && file === undefined) {
    const { renderConsole } = await import('../../reports/console/run-console.js');
    const columns = context.stdout.isTerminal ? { columns: () => context.stdout.columns } : {};
    await terminal.report(
      await renderConsole(run, { version: details.version, verbosity, style, ...columns }),
    );
  }
  if (coverage !== undefined) await printCoverage({ terminal, context }, plan, coverage, run);
  return writeReports({
    run,
    details,
    plan,
    consoleText: undefined,
    verbosity,
    findFile: () => undefined,
    terminal,
    context,
  });
}

/** An internal fault of the run that wrote the document is not one of this command. */
function mergedExitCodes(run: RunOutcome): readonly ExitCode[] {
  const codes = runExitCodes(run).filter((code) => code !== EXIT.internal);
  const isUnresolved = run.files.some(({ results }) =>
    results.some((result) => result.skipped && hasNotPassed(result)),
  );
  return isUnresolved ? [...codes, EXIT.requestFile] : codes;
}
