import type { ContractOutcome } from '../../contract/contract-result.js';
import { writeReport } from '../command/write-report.js';
import type { ContractInvocation } from './contract-flags.js';

/** The code of each format is loaded when it is used. */
export async function writeContractReport(
  outcome: ContractOutcome,
  provider: string,
  invocation: ContractInvocation,
): Promise<void> {
  const { passed, failed, skipped } = outcome;
  const { verbosity } = invocation.terminal;
  await writeReport(
    invocation,
    async (format, style) => {
      switch (format) {
        case 'json':
          return (await import('../../reports/contract-json.js')).renderContractJson(outcome);
        case 'junit':
          return (await import('../../reports/run-junit.js')).renderJunit(outcome);
        case 'console': {
          const { renderContractConsole } = await import('../../reports/console/contract-console.js');
          return renderContractConsole(outcome, { provider, style, verbosity });
        }
      }
    },
    `${passed} passed, ${failed} failed, ${skipped} skipped; `,
  );
}
