/** Gathers where values come from, so that an editor can be told which names have none. Values are never handed out. */
import { CaptureStore } from '../../evaluation/variables/captures.js';
import type { ClientValues } from '../../evaluation/variables/client-values.js';
import { findVariable, type FileVariables } from '../../evaluation/variables/find-variable.js';
import { ownText, processValue, type ScopeSources } from '../../evaluation/variables/scope-sources.js';
import {
  findUndefinedVariables,
  openPlaceholders,
  type CapturingRequest,
  type Hint,
  type ValueSources,
} from '../../request-file/check/undefined-variables.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { EditedFile } from '../../request-file/parse-file.js';
import { hasPlaceholder } from '../../request-file/text/template.js';
import { loadRows } from '../../runner/plan/data-rows.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { sortByBytes } from '../../workspace/paths/byte-order.js';
import type { SettingsRequest } from '../settings/run-settings.js';

/** The settings that a run in the environment would have. */
export interface HintSources {
  readonly options: RunOptions;
  /** What environment files of other clients give to the file. */
  readonly client?: ClientValues | undefined;
  readonly process: SettingsRequest['process'];
}

interface HintContext extends HintSources {
  /** The directory of the file. */
  readonly directory: string;
  readonly access: Pick<FileAccess, 'loadFile' | 'readFile'>;
}

/** The context is loaded only for files with names that they do not define themselves. */
export async function findHints(
  { file, placeholders }: EditedFile,
  loadContext: () => Promise<HintContext>,
): Promise<Hint[]> {
  const edited = { file, placeholders: openPlaceholders(file, placeholders) };
  if (edited.placeholders.length === 0) return [];
  const context = await loadContext();
  const { options } = context;
  const sources = scopeSources(context);
  const { dotenv, operatorVariables } = options;
  const { environment, client } = sources;
  const commands = options.secretCommands?.map((command) => command.name) ?? [];
  const values: ValueSources = {
    environment: options.environmentName,
    // A secret store has the value of a name that a file only mentions.
    hasValue: (name) =>
      findVariable(name, sources, NO_VARIABLES) !== undefined ||
      Object.hasOwn(client?.stores ?? {}, name) ||
      commands.includes(name),
    hasProcessValue: (name) => (ownText(dotenv, name) ?? processValue(sources, name)) !== undefined,
    // Names of the process environment are no suggestions, since they are no part of the workspace.
    names: [
      ...Object.keys(environment),
      ...Object.keys(client?.stores ?? {}),
      ...commands,
      ...Object.keys(dotenv),
      ...Object.keys(operatorVariables),
    ],
    columns: await columnsOf(edited, context),
    otherRequests: await otherRequestsOf(edited, context),
  };
  return findUndefinedVariables(file, edited.placeholders, values);
}

const NO_VARIABLES: FileVariables = new Map();

/** The names that environment files of other clients add, a bounded number of them, in byte order. */
export function clientNames({ client, options }: HintSources): readonly string[] {
  if (client === undefined) return [];
  const names = [...Object.keys(client.environment), ...Object.keys(client.stores)];
  const ofClient = names.filter((name) => !Object.hasOwn(options.environment, name));
  return sortByBytes(ofClient, (name) => name).slice(0, MAX_CLIENT_NAMES);
}

const MAX_CLIENT_NAMES = 1000;

function scopeSources({
  options: { operatorVariables, environment, dotenv },
  client,
  process,
}: HintSources): ScopeSources {
  return {
    captures: new CaptureStore(),
    operator: operatorVariables,
    variables: [],
    environment: client?.environment ?? environment,
    client,
    dotenv,
    process,
    processReadable: true,
    memo: new Map(),
    clock: () => 0,
    random: (bytes) => new Uint8Array(bytes),
  };
}

/** Those of data files that can be read; the path of the others may be a placeholder, or is a finding already. */
async function columnsOf(
  { file, placeholders }: EditedFile,
  { directory, access }: HintContext,
): Promise<Map<string, readonly string[]>> {
  const columns = new Map<string, readonly string[]>();
  if (!placeholders.some(({ name }) => name.startsWith('row.'))) return columns;
  const paths = new Set(file.requests.flatMap(({ metadata: { data } }) => data ?? []));
  for (const path of paths) {
    if (hasPlaceholder(path)) continue;
    const rows = await loadRows(path, directory, access.readFile).catch(() => undefined);
    if (rows !== undefined) columns.set(path, [...new Set(rows.flatMap((row) => Object.keys(row)))]);
  }
  return columns;
}

async function otherRequestsOf(
  { file }: EditedFile,
  { directory, access }: HintContext,
): Promise<Map<string, readonly CapturingRequest[]>> {
  const found = new Map<string, readonly CapturingRequest[]>();
  const written = new Set<string>();
  for (const { metadata } of file.requests)
    if (metadata.depends !== undefined) for (const dependency of metadata.depends) written.add(dependency);
  for (const dependency of written) {
    const other = otherFileDependency(dependency);
    if (other === undefined) continue;
    const loaded = await access.loadFile(other.path, directory).catch(() => undefined);
    if (loaded !== undefined) found.set(dependency, loaded.file.requests);
  }
  return found;
}
