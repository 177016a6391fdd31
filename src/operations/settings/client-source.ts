/** Joins the environment files of other clients with the settings of a run. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientValues } from '../../evaluation/variables/client-values.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { interpolatedTexts } from '../../request-file/model/references.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { FileAccess, RunnableFile } from '../../runner/plan/run-input.js';
import { ClientEnvironments } from '../../workspace/client-env/client-environments.js';
import type { MergedEnvironment } from '../../workspace/client-env/merge-environment.js';
import { foldersUpTo } from '../../workspace/client-env/find-client-env.js';
import { realPath } from '../../workspace/paths/write-place.js';
import { namedClientEnv, type NamedClientEnv } from './named-client-env.js';
import { namedPath, type Sources } from './setting-sources.js';

/** Which environment files a run may use. */
export interface ClientChoice extends NamedClientEnv {
  /** The files of the run; their folders are searched. */
  readonly files: Promise<readonly Pick<RunnableFile, 'directory'>[]>;
  /** `--no-client-env`. */
  readonly isOff?: boolean | undefined;
  /** False where no private file may be read. */
  readonly readsPrivate?: boolean;
}

/** Gives every request file the values of its environment files. */
export interface ClientSource {
  /** The environments that these files define, with the first file that defines each. */
  readonly names: ReadonlyMap<string, string>;
  readonly environments: ClientEnvironments;
  /** The folder of the workspace. */
  readonly root: string;
  readonly shownFrom: string;
  /** Whether a dotenv file is named, also one without values. */
  readonly namesDotenv: boolean;
}

export interface ClientSourceRequest {
  readonly choice: ClientChoice;
  readonly sources: Sources;
  readonly root: string;
  readonly onInput?: ((path: string) => void) | undefined;
}

export async function openClientSource(request: ClientSourceRequest): Promise<ClientSource> {
  const { choice, sources, root, onInput } = request;
  const environments = new ClientEnvironments({
    root,
    shownFrom: sources.cwd,
    named: namedClientEnv(choice, sources),
    isOff: choice.isOff ?? false,
    readsPrivate: choice.readsPrivate ?? true,
    onInput,
  });
  const directories = new Set((await choice.files).map(({ directory }) => directory));
  const names = await environments.namesFor(directories);
  const namesDotenv = namedPath(sources, ({ envFile }) => envFile) !== undefined;
  return { names, environments, root, shownFrom: sources.cwd, namesDotenv };
}

/** The part of the settings that decides about values. */
export interface ClientSettings {
  readonly client?: ClientSource | undefined;
  readonly options: {
    readonly environmentName: string;
    readonly environment: Readonly<Record<string, unknown>>;
    readonly dotenv: Readonly<Record<string, string>>;
  };
}

/** The files with the values that environment files give them. Throws ServiceError for a file that cannot be used. */
export async function withClientValues(
  files: readonly RunnableFile[],
  settings: ClientSettings,
): Promise<readonly RunnableFile[]> {
  const { client } = settings;
  if (client === undefined) return files;
  const attach = createAttaching(client, settings);
  const attached: RunnableFile[] = [];
  for (const file of files) attached.push(await attach(file));
  return attached;
}

/** The same for files that requests depend on. */
export function withClientAccess(access: FileAccess, settings: ClientSettings): FileAccess {
  const { client } = settings;
  if (client === undefined) return access;
  const attach = createAttaching(client, settings);
  return {
    ...access,
    loadFile: async (path, from) => {
      const file = await access.loadFile(path, from);
      return file && attach(file);
    },
  };
}

function createAttaching(
  client: ClientSource,
  settings: ClientSettings,
): (file: RunnableFile) => Promise<RunnableFile> {
  const byFolder = new Map<string, Promise<ClientValues | undefined>>();
  return async (runnable) => {
    const { directory } = runnable;
    const values = await getOrAdd(byFolder, directory, () => valuesFor(directory, client, settings));
    const dotenvNear = await dotenvFor(runnable, values, client, settings);
    if (values === undefined && dotenvNear === undefined) return runnable;
    const found = values ?? { ...NO_VALUES, environment: settings.options.environment };
    return { ...runnable, client: dotenvNear === undefined ? found : { ...found, dotenvNear } };
  };
}

const NO_VALUES: Omit<ClientValues, 'environment'> = { shared: {}, secretNames: [], stores: {}, auth: {} };

async function valuesFor(
  directory: string,
  { environments }: ClientSource,
  { options }: ClientSettings,
): Promise<ClientValues | undefined> {
  return toClientValues(
    await environments.environmentFor(directory, options.environmentName),
    options.environment,
  );
}

/** `environment` has the variables of the config, which are stronger. Undefined when the files give nothing. */
export function toClientValues(
  { values, shared, privateNames, stores, auth }: MergedEnvironment,
  environment: Readonly<Record<string, unknown>>,
): ClientValues | undefined {
  if (values.size + shared.size + stores.size + auth.size === 0) return undefined;
  const isOpen = (name: string): boolean => !Object.hasOwn(environment, name);
  return {
    environment: { ...Object.fromEntries(values), ...environment },
    shared: Object.fromEntries(shared),
    secretNames: [...privateNames].filter(isOpen),
    stores: Object.fromEntries([...stores].filter(([name]) => isOpen(name))),
    auth: Object.fromEntries(auth),
  };
}

/** Undefined unless something reads the nearest `.env` file, there is one, and no dotenv file is named. */
async function dotenvFor(
  { directory, file }: RunnableFile,
  values: ClientValues | undefined,
  { root, shownFrom, namesDotenv }: ClientSource,
  { options }: ClientSettings,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (namesDotenv || Object.keys(options.dotenv).length > 0) return undefined;
  if (!hasNearDotenv(directory, root)) return undefined;
  if (
    !mentionsDotenv(file) &&
    !mentions({ ...options.environment, ...values?.environment, ...values?.shared })
  )
    return undefined;
  const { readNearDotenv } = await import('../../workspace/client-env/near-dotenv.js');
  return Object.fromEntries(await readNearDotenv({ directory, root, shownFrom }));
}

function hasNearDotenv(directory: string, root: string): boolean {
  const folders = foldersUpTo(realPath(root) ?? root, realPath(directory) ?? directory);
  return folders.some((folder) => lstatSync(join(folder, '.env'), { throwIfNoEntry: false }) !== undefined);
}

const FUNCTION = '$dotenv';

function mentionsDotenv({ variables, requests }: RequestFile): boolean {
  if (variables.some(({ value }) => value.includes(FUNCTION))) return true;
  for (const request of requests) {
    for (const text of interpolatedTexts(request)) if (text.includes(FUNCTION)) return true;
  }
  return false;
}

function mentions(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(FUNCTION);
  return typeof value === 'object' && value !== null && Object.values(value).some(mentions);
}
