import { ServiceError } from '../../errors.js';
import { contractFileResult } from '../../contract/contract-result.js';
import { ADDRESS_RULE, readAddress } from '../../contract/provider-address.js';
import { isUsable, verifyContracts, type ContractFile } from '../../contract/verify.js';
import { withClientAccess } from '../settings/client-source.js';
import type { OperationContext } from '../files/operation-context.js';
import type { ExecutionContext } from './perform-execution.js';
import { brokenPlanMessage } from '../files/refuse-file.js';

export interface ContractRequest {
  readonly providerUrl: string;
  readonly stateHandler?: string | undefined;
  /** Left out or empty, all files of the workspace are verified. */
  readonly files?: readonly string[] | undefined;
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  /** Skips requests that svc cannot run, which fail otherwise. */
  readonly skipUnsupported?: boolean | undefined;
}

/** The environment of the request is already resolved. */
export async function verifyRequest(
  request: ContractRequest,
  context: OperationContext,
  { signal, onSending, onEvaluating }: Pick<ExecutionContext, 'signal' | 'onSending' | 'onEvaluating'>,
): Promise<readonly object[]> {
  const { process } = context.options;
  const provider = addressOf('providerUrl', request.providerUrl);
  const handler = request.stateHandler ? addressOf('stateHandler', request.stateHandler) : undefined;
  const found = await contractFiles(request.files ?? [], context.files);
  const usable = found.filter(isUsable);
  const { settings, files: withValues } = await context.settings.forRun(request.environment ?? '', usable);
  const options = { ...settings.options, skipUnsupported: request.skipUnsupported ?? false };
  const files = found.map((file) => (isUsable(file) ? (withValues[usable.indexOf(file)] ?? file) : file));
  signal.throwIfAborted();
  onSending();
  const outcome = await verifyContracts({
    files,
    provider,
    stateHandler: handler,
    request: {
      options,
      fileAccess: withClientAccess(context.fileAccess, settings),
      process,
      signal,
      onEvaluating,
      askSecret: context.askSecret,
    },
    describeBroken: brokenPlanMessage,
  });
  // The client has gone, so a partial result is useless.
  signal.throwIfAborted();
  return outcome.files.map(contractFileResult);
}

function addressOf(field: string, text: string): string {
  const address = readAddress(text);
  if (address === undefined) throw new ServiceError('usage', `${field} must be ${ADDRESS_RULE}`);
  return address;
}

/** Checks named files before anything is sent; a file that cannot be parsed becomes a result. */
async function contractFiles(
  sent: readonly string[],
  files: OperationContext['files'],
): Promise<readonly ContractFile[]> {
  const found = new Map<string, ContractFile>();
  for (const each of sent) {
    const { path } = await files.checkPath(each);
    if (!found.has(path)) found.set(path, await load(each, path, files, (kind) => kind === 'request-file'));
  }
  if (sent.length > 0) return [...found.values()];
  const all: ContractFile[] = [];
  for (const path of await files.readablePaths())
    all.push(await load(path, path, files, (kind) => kind !== 'internal'));
  return all;
}

async function load(
  sent: string,
  path: string,
  files: OperationContext['files'],
  isResult: (kind: ServiceError['kind']) => boolean,
): Promise<ContractFile> {
  try {
    return await files.load(sent);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isResult(error.kind)) throw error;
    return { shown: path, problem: error.message };
  }
}
