import type { ExportSettings } from '../../operations/exchange/export-curl.js';
import { resolveOperatorValues } from '../../operations/settings/operator-variables.js';
import { DEFAULT_RUN_OPTIONS } from '../../runner/plan/options.js';
import type { ExportInvocation } from './export-flags.js';
import { requestSettings } from '../command/settings-from-flags.js';

/** Without `--env`, only values of the command line and the file are used. */
export async function loadExportSettings(invocation: ExportInvocation): Promise<ExportSettings> {
  const { flags, terminal, context } = invocation;
  const process = context.env;
  const operator = { variables: flags.variable, secrets: flags.secret, process };
  if (flags.env === undefined) {
    const { variables, secretNames } = resolveOperatorValues(operator);
    return { ...DEFAULT_RUN_OPTIONS, full: false, process, operatorVariables: variables, secretNames };
  }
  const { loadRunSettings } = await import('../../operations/settings/run-settings.js');
  const { options, warnings } = await loadRunSettings({
    ...requestSettings(invocation),
    ...operator,
  });
  for (const warning of warnings) await terminal.warning(warning);
  return { ...options, full: true, process };
}
