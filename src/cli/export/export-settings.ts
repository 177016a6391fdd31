import type { ExportSettings } from '../../operations/exchange/export-curl.js';
import { resolveOperatorValues } from '../../operations/settings/operator-variables.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { DEFAULT_RUN_OPTIONS } from '../../runner/plan/options.js';
import type { ExportInvocation } from './export-flags.js';
import { clientChoice, requestSettings } from '../command/settings-from-flags.js';

/** Without `--env`, only values of the command line and the file are used. */
export async function loadExportSettings(
  invocation: ExportInvocation,
  file: RunnableFile,
): Promise<ExportSettings> {
  const { flags, terminal, context } = invocation;
  const process = context.env;
  const operator = { variables: flags.variable, secrets: flags.secret, process };
  if (flags.env === undefined) {
    const { variables, secretNames } = resolveOperatorValues(operator);
    return { ...DEFAULT_RUN_OPTIONS, full: false, process, operatorVariables: variables, secretNames };
  }
  const { loadRunSettings } = await import('../../operations/settings/run-settings.js');
  const files = [file];
  const settings = await loadRunSettings({
    ...requestSettings(invocation),
    ...operator,
    client: clientChoice(flags, Promise.resolve({ files })),
  });
  for (const warning of settings.warnings) await terminal.warning(warning);
  const { withClientValues } = await import('../../operations/settings/client-source.js');
  const [withValues] = await withClientValues(files, settings);
  return { ...settings.options, full: true, process, client: withValues?.client };
}
