import type { ExportSettings } from '../../operations/exchange/export-curl.js';
import { resolveOperatorValues } from '../../operations/settings/operator-variables.js';
import type { ExportedRequests } from '../../operations/exchange/settle-export.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { DEFAULT_RUN_OPTIONS } from '../../runner/plan/options.js';
import type { Request } from '../../request-file/model/model.js';
import type { ExportInvocation } from './export-flags.js';
import { ServiceError } from '../../errors.js';
import { clientChoice, requestSettings } from '../command/settings-from-flags.js';

/** Without `--env`, only values of the command line and the file are used, and secrets whose programs are permitted. */
export async function loadExportSettings(
  invocation: ExportInvocation,
  file: RunnableFile,
  requests: readonly Request[],
  signal: AbortSignal,
): Promise<ExportSettings> {
  const { flags, terminal, context } = invocation;
  const process = context.env;
  const operator = { variables: flags.variable, secrets: flags.secret, process };
  const { variables, secretNames } = resolveOperatorValues(operator);
  const own = { ...DEFAULT_RUN_OPTIONS, full: false, process, operatorVariables: variables, secretNames };
  const permitted = flags['allow-secret-commands'];
  if (flags.env === undefined && !permitted) return own;
  const { loadRunSettings } = await import('../../operations/settings/run-settings.js');
  const files = [file];
  const settings = await loadRunSettings({
    ...requestSettings(invocation),
    ...operator,
    fixed: { allowSecretCommands: permitted },
    client: clientChoice(flags, Promise.resolve({ files })),
  });
  for (const warning of settings.warnings) await terminal.warning(warning);
  const { withClientValues } = await import('../../operations/settings/client-source.js');
  const [withValues = file] = await withClientValues(files, settings);
  const commandSecrets = await askSecrets(withValues, requests, {
    options: settings.options,
    process,
    signal,
  });
  if (flags.env === undefined) return { ...own, secretNames: settings.options.secretNames, commandSecrets };
  return { ...settings.options, full: true, process, client: withValues.client, commandSecrets };
}

async function askSecrets(
  file: RunnableFile,
  requests: readonly Request[],
  given: Pick<ExportedRequests, 'options' | 'process' | 'signal'>,
): Promise<ExportSettings['commandSecrets']> {
  if (given.options.secretCommands === undefined) return undefined;
  const { settleExport } = await import('../../operations/exchange/settle-export.js');
  try {
    return await settleExport({ file, requests, ...given });
  } catch (error) {
    if (!given.signal.aborted) throw error;
    throw new ServiceError('cancelled', 'interrupted while secrets were asked for', { cause: error });
  }
}
