import { ServiceError } from '../errors.js';
import { contractFileResult, type ContractFileResult } from '../contract/contract-result.js';
import { ADDRESS_RULE, readAddress } from '../contract/provider-address.js';
import { verifyContracts, type ContractFile } from '../contract/verify.js';
import { WrittenJson } from '../evaluation/json-in-steps.js';
import type { Configuration } from './configuration.js';
import type { ContractRequest } from './contract-request.js';
import type { Environments } from './environments.js';
import type { ExecutionThread } from './execution-thread.js';
import { hasLargeFile } from './large-texts.js';
import { brokenMessage } from './refused-file.js';
import { serverFileAccess } from './server-file-access.js';
import { ServerSettings, type SettingsOptions } from './server-settings.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** What clients that come later are told; gone with the process. */
export interface LastVerification {
  /** How many are under way. */
  readonly running: number;
  /** Empty before the first has ended. */
  readonly providerUrl: string;
  readonly finishedAt: string;
  readonly results: readonly ContractFileResult[];
}

/** Contract verification for clients, without events and history (server.md 12). */
export interface Contracts {
  files(): Promise<readonly string[]>;
  /** Of large files the results come as JSON. */
  verify(request: ContractRequest, signal: AbortSignal): Promise<readonly ContractFileResult[] | WrittenJson>;
  last(): LastVerification | WrittenJson;
}

export interface ContractsInput {
  readonly options: SettingsOptions;
  readonly files: Pick<WorkspaceFiles, 'list' | 'judge' | 'load' | 'look'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly environments: Pick<Environments, 'active'>;
  /** Verifies large files beside the event loop; without one that is done here. */
  readonly thread?: Pick<ExecutionThread, 'verify'> | undefined;
}

export function createContracts(input: ContractsInput): Contracts {
  const settings = new ServerSettings(input.options);
  let running = 0;
  let last: Ended = { providerUrl: '', finishedAt: '', results: [] };
  return {
    files: () => allFiles(input),
    last: () => shownLast(running, last),
    verify: async (request, signal) => {
      running += 1;
      try {
        const { thread } = input;
        const results =
          thread &&
          (await hasLargeFile(request.files?.length ? request.files : await allFiles(input), input.files))
            ? await thread.verify(named(request, input), signal)
            : await verifyRequest(request, signal, input, settings);
        last = { providerUrl: request.providerUrl, finishedAt: new Date().toISOString(), results };
        return results;
      } finally {
        running -= 1;
      }
    },
  };
}

type Ended = Omit<LastVerification, 'running' | 'results'> & {
  readonly results: LastVerification['results'] | WrittenJson;
};

function shownLast(running: number, { results, ...last }: Ended): LastVerification | WrittenJson {
  if (!(results instanceof WrittenJson)) return { running, ...last, results };
  const head = `${JSON.stringify({ running, ...last }).slice(0, -1)},"results":`;
  return new WrittenJson(Buffer.concat([Buffer.from(head), results.bytes, Buffer.from('}\n')]));
}

function named(request: ContractRequest, { environments }: ContractsInput): ContractRequest {
  return { ...request, environment: request.environment || environments.active() };
}

async function verifyRequest(
  request: ContractRequest,
  signal: AbortSignal,
  input: ContractsInput,
  settings: ServerSettings,
): Promise<readonly ContractFileResult[]> {
  const { process } = input.options;
  const provider = addressOf('providerUrl', request.providerUrl);
  const handler = request.stateHandler ? addressOf('stateHandler', request.stateHandler) : undefined;
  const files = await contractFiles(request.files ?? [], input);
  const config = await input.configuration.current();
  const chosen = await settings.of(config, request.environment || input.environments.active());
  signal.throwIfAborted();
  const outcome = await verifyContracts({
    files,
    provider,
    stateHandler: handler,
    request: { options: chosen.options, fileAccess: serverFileAccess(input), process, signal },
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

async function allFiles({ files }: ContractsInput): Promise<readonly string[]> {
  return (await files.list()).map(({ relativePath }) => relativePath);
}

/** Named ones are judged before anything is sent; a file that cannot be parsed is a result. */
async function contractFiles(
  sent: readonly string[],
  input: ContractsInput,
): Promise<readonly ContractFile[]> {
  const found = new Map<string, ContractFile>();
  for (const each of sent) {
    const { path } = await input.files.judge(each);
    if (!found.has(path)) found.set(path, await load(each, path, input, (kind) => kind === 'request-file'));
  }
  if (sent.length > 0) return [...found.values()];
  const all: ContractFile[] = [];
  for (const path of await allFiles(input))
    all.push(await load(path, path, input, (kind) => kind !== 'internal'));
  return all;
}

async function load(
  sent: string,
  path: string,
  { files }: ContractsInput,
  isResult: (kind: ServiceError['kind']) => boolean,
): Promise<ContractFile> {
  try {
    return await files.load(sent);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isResult(error.kind)) throw error;
    return { shown: path, problem: error.message };
  }
}
