import { ServiceError } from '../../errors.js';
import { contractFileResult, type ContractFileResult } from '../../contract/contract-result.js';
import { ADDRESS_RULE, readAddress } from '../../contract/provider-address.js';
import { verifyContracts, type ContractFile } from '../../contract/verify.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import type { Configuration } from '../settings/configuration.js';
import type { ContractRequest } from './contract-request.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import type { ExecutionContext } from './perform-execution.js';
import { brokenMessage } from '../files/refused-file.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';

/** What a verification for clients needs in its thread. */
export interface VerificationParts {
  readonly options: Pick<SettingsOptions, 'process'>;
  readonly files: Pick<IndexedFiles, 'readablePaths' | 'judge' | 'load'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  readonly fileAccess: FileAccess;
}

/** The request names its environment. */
export async function verifyRequest(
  request: ContractRequest,
  input: VerificationParts,
  { signal, onSending, onEvaluating }: Pick<ExecutionContext, 'signal' | 'onSending' | 'onEvaluating'>,
): Promise<readonly ContractFileResult[]> {
  const { process } = input.options;
  const provider = addressOf('providerUrl', request.providerUrl);
  const handler = request.stateHandler ? addressOf('stateHandler', request.stateHandler) : undefined;
  const files = await contractFiles(request.files ?? [], input);
  const config = await input.configuration.current();
  const { options } = await input.settings.of(config, request.environment ?? '');
  signal.throwIfAborted();
  onSending();
  const outcome = await verifyContracts({
    files,
    provider,
    stateHandler: handler,
    request: { options, fileAccess: input.fileAccess, process, signal, onEvaluating },
    describeBroken: brokenMessage,
  });
  // Whoever asked has gone: nobody wants half a result.
  signal.throwIfAborted();
  return outcome.files.map(contractFileResult);
}

function addressOf(field: string, text: string): string {
  const address = readAddress(text);
  if (address === undefined) throw new ServiceError('usage', `${field} must be ${ADDRESS_RULE}`);
  return address;
}

/** Named ones are judged before anything is sent; a file that cannot be parsed is a result. */
async function contractFiles(
  sent: readonly string[],
  input: VerificationParts,
): Promise<readonly ContractFile[]> {
  const found = new Map<string, ContractFile>();
  for (const each of sent) {
    const { path } = await input.files.judge(each);
    if (!found.has(path)) found.set(path, await load(each, path, input, (kind) => kind === 'request-file'));
  }
  if (sent.length > 0) return [...found.values()];
  const all: ContractFile[] = [];
  for (const path of await input.files.readablePaths())
    all.push(await load(path, path, input, (kind) => kind !== 'internal'));
  return all;
}

async function load(
  sent: string,
  path: string,
  { files }: VerificationParts,
  isResult: (kind: ServiceError['kind']) => boolean,
): Promise<ContractFile> {
  try {
    return await files.load(sent);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isResult(error.kind)) throw error;
    return { shown: path, problem: error.message };
  }
}
