import type { ExportSettings } from '../../operations/exchange/export-curl.js';
import { operatorValues } from '../../operations/settings/operator-variables.js';
import { DEFAULT_RUN_OPTIONS } from '../../runner/plan/options.js';
import type { ExportInvocation } from './export-flags.js';
import { givenSettings } from '../command/given-settings.js';

/** Without `--env` only what the command line and the file say has a value (cli.md 11). */
export async function exportSettings(invocation: ExportInvocation): Promise<ExportSettings> {
  const { flags, positionals, terminal, context } = invocation;
  const process = context.env;
  const given = { variables: flags.variable, secrets: flags.secret, process };
  if (flags.env === undefined) {
    const { variables, secretNames } = operatorValues(given);
    return { ...DEFAULT_RUN_OPTIONS, full: false, process, operatorVariables: variables, secretNames };
  }
  const { loadRunSettings } = await import('../../operations/settings/run-options.js');
  const { options, warnings } = await loadRunSettings({
    ...given,
    cwd: context.cwd,
    paths: positionals,
    given: givenSettings(flags),
    config: flags.config,
  });
  for (const warning of warnings) await terminal.warning(warning);
  return { ...options, full: true, process };
}
