/** Reads the files of a saved call: request file, config, dotenv. */
import { lstat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';
import type { BodyFileAccess } from '../../runner/prepare/prepare-body.js';
import { chooseRequest, type RequestChoice } from '../../web-fetch/choose-request.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { prepareSavedFetch, PUBLIC_ONLY_HINT, type SavedFetch } from '../../web-fetch/saved-request.js';
import { secretNames } from '../../workspace/config/secrets/secret-entries.js';
import type { Config } from '../../workspace/config/config.js';
import { parseDotenv, type DotenvValues } from '../../workspace/files/dotenv-text.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { readEnvironment } from './saved-environment.js';
import { advise } from './advice.js';
import { openPath, type OpenedPath } from './workspace-paths.js';
import type { McpSettings } from './settings.js';

export interface SavedCall extends RequestChoice {
  readonly file: string;
  readonly environment: string | undefined;
  readonly envFile: string | undefined;
  readonly configFile: string | undefined;
}

export interface ReadyCall extends SavedFetch {
  /** The limit in milliseconds that the file or the config sets. */
  readonly timeout: number | undefined;
  readonly follow: boolean;
  readonly validateSSL: boolean;
  readonly proxy: string;
}

export async function readSavedCall(
  call: SavedCall,
  settings: McpSettings,
  secrets: SecretSet,
): Promise<ReadyCall> {
  const root = settings.workspace;
  const opened = await openPath({ field: 'file', sent: call.file }, root, true);
  const dotenv = await readDotenv(call.envFile, root);
  const { config, directory: configDirectory } = await readConfig(call.configFile, opened, root);
  const { file, request } = await readRequest(opened, call, settings);
  const { directory } = opened;
  const chosen = { named: call.environment, config, configDirectory, dotenv, directory, root };
  const { resolved, variables, client, commandSecrets } = await readEnvironment(chosen);
  const { policy } = settings.network;
  if (resolved.proxy !== '' && policy === 'public-only')
    throw new FetchFailure('unsupported_request', 'a proxy is not available in public-only mode', {
      hint: PUBLIC_ONLY_HINT,
    });
  for (const name of secretNames(config.secrets)) {
    addSecret(secrets, Object.hasOwn(variables, name) ? variables[name] : dotenv.get(name));
  }
  const order = await prepareSavedFetch({
    file,
    request,
    shown: opened.path,
    directory,
    environment: variables,
    client,
    dotenv: Object.fromEntries(dotenv),
    headers: resolved.headers,
    secretNames: secretNames(config.secrets),
    commandSecrets,
    policy,
    fileAccess: bodyFileAccess(root),
    carriedTokens: settings.carriedTokens,
    secrets,
  });
  const limits = [request.metadata.timeout, config.timeout].filter((limit) => limit !== undefined);
  return {
    ...order,
    timeout: limits.length === 0 ? undefined : Math.min(...limits),
    follow: config.followRedirects !== false && request.metadata.noRedirect !== true,
    validateSSL: config.validateSSL ?? true,
    proxy: resolved.proxy,
  };
}

function addSecret(secrets: SecretSet, value: unknown): void {
  if (typeof value === 'string' && !value.includes('{{')) secrets.add(value);
}

async function readRequest(
  { path, bytes, directory }: OpenedPath,
  choice: RequestChoice,
  { workspace: root, run }: McpSettings,
): Promise<{ file: RequestFile; request: Request }> {
  const file = await parseRequestFile(
    bytes,
    path,
    scriptReader(directory, async () => root),
  );
  const error = file.diagnostics.find(({ severity }) => severity === 'error');
  if (error)
    throw new FetchFailure('parse_error', `${path}:${error.line}:${error.column} ${error.message}`, {
      hint: 'svc_validate lists everything that is wrong in the file',
    });
  const advice = {
    unsupported_request: run ? 'svc_run does that here' : 'it needs what other requests give it',
  };
  return { file, request: await advise(advice, async () => chooseRequest(file, path, choice)) };
}

async function readDotenv(sent: string | undefined, root: string): Promise<DotenvValues> {
  if (sent === undefined) return new Map();
  const { path, bytes } = await openPath({ field: 'env_file', sent }, root);
  try {
    return parseDotenv(new TextDecoder('utf-8', { fatal: true }).decode(bytes), path);
  } catch (error) {
    if (error instanceof ServiceError) throw new FetchFailure('parse_error', error.message);
    throw new FetchFailure('parse_error', `${path}:1:1 the file is not valid UTF-8`);
  }
}

const CONFIG_NAMES = ['service.yaml', 'service.yml'] as const;

/** The config that is named, else the nearest one from the folder of the request up to the root. */
export async function readConfig(
  sent: string | undefined,
  opened: Pick<OpenedPath, 'directory'>,
  root: string,
): Promise<{ readonly config: Config; readonly directory: string }> {
  const found = sent ?? (await nearestConfig(opened.directory, root));
  if (found === undefined) return { config: {}, directory: root };
  const { path, directory, bytes } = await openPath({ field: 'config_file', sent: found }, root);
  const { parseConfig } = await import('../../workspace/config/config-text.js');
  const { config, problems } = parseConfig(bytes);
  const [problem] = problems;
  if (config) return { config, directory };
  const where = problem
    ? `${path}:${problem.line}:${problem.column} ${problem.message}`
    : `${path} is not valid`;
  throw new FetchFailure('parse_error', where);
}

async function nearestConfig(directory: string, root: string): Promise<string | undefined> {
  for (let folder = directory; ; folder = dirname(folder)) {
    for (const name of CONFIG_NAMES) {
      const path = join(folder, name);
      if (await lstat(path).catch(() => undefined)) return relative(root, path).replaceAll(sep, '/');
    }
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}

function bodyFileAccess(root: string): BodyFileAccess {
  const opened = (sent: string, from: string): Promise<OpenedPath> =>
    openPath({ field: 'body file', sent, from }, root);
  return {
    readFile: async (path, from) => (await opened(path, from)).bytes,
    openFile: async (path, from) => {
      const { bytes, path: real } = await opened(path, from);
      const open = async function* (): AsyncGenerator<Uint8Array> {
        yield await Promise.resolve(bytes);
      };
      return { real, length: bytes.length, open };
    },
  };
}
