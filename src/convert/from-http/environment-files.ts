/** The environment files of other clients as a service.yaml; private values are named, never written. */
import { posix } from 'node:path';
import type { Json } from '../../request-file/model/model.js';
import {
  ClientEnvError,
  parseClientEnvFile,
  parseEditorSettings,
  type ClientEnvFile,
  type ClientVariables,
} from '../../workspace/client-env/client-env-file.js';
import { configText, type ImportedEnvironment } from '../config-text.js';
import { CONFIG_NAME } from '../config-name.js';
import type { ExtraFile, Loss } from '../converted.js';
import { variableName } from '../import-names.js';
import type { SourceFolder } from '../source-folder.js';
import { isEnvironmentFile, PRIVATE_NAMES, SETTINGS_FILE } from './source-files.js';

export interface ConvertedEnvironmentFiles {
  readonly extras: readonly ExtraFile[];
  /** The names of values that are not written. */
  readonly secrets: ReadonlySet<string>;
  /** The names of all variables. */
  readonly names: ReadonlySet<string>;
  readonly losses: readonly Loss[];
}

export function convertEnvironmentFiles(source: SourceFolder): ConvertedEnvironmentFiles {
  const collected = new Environments();
  for (const [path, text] of source.files) {
    if (!isEnvironmentFile(path) || path === CONFIG_NAME) continue;
    collected.read(path, text);
  }
  const { losses, secrets, names } = collected;
  const own = source.files.get(CONFIG_NAME);
  const files = [...collected.files];
  if (own !== undefined) {
    const reason = `the environments are left out: ${CONFIG_NAME} exists already`;
    const lost = files.map((path) => ({ path, reason }));
    const extras = [{ path: CONFIG_NAME, content: own }];
    return { extras, secrets, names, losses: [...losses, ...lost] };
  }
  const environments = collected.all();
  if (environments.length === 0) return { extras: [], secrets, names, losses };
  const content = configText(environments, [...secrets], 'http');
  return { extras: [{ path: CONFIG_NAME, content }], secrets, names, losses };
}

const SHARED = '$shared';

class Environments {
  readonly losses: Loss[] = [];
  readonly secrets = new Set<string>();
  readonly names = new Set<string>();
  /** Files whose variables are used. */
  readonly files = new Set<string>();
  readonly #environments = new Map<string, Map<string, Json>>();
  readonly #shared = new Map<string, Json>();
  /** The names of private values, by environment. */
  readonly #hidden = new Map<string, Set<string>>();
  /** The file of each public value, by environment and name. */
  readonly #sources = new Map<string, string>();

  read(path: string, text: string): void {
    const isPrivate = PRIVATE_NAMES.has(posix.basename(path));
    const source = { text, shown: path, isPrivate };
    try {
      const file = SETTINGS_FILE.test(path) ? parseEditorSettings(source) : parseClientEnvFile(source);
      if (file !== undefined) this.#add(path, file);
    } catch (error) {
      if (!(error instanceof ClientEnvError)) throw error;
      this.losses.push({ path, line: error.place.line, reason: error.reason });
    }
  }

  #add(path: string, file: ClientEnvFile): void {
    this.files.add(path);
    if (file.ignored !== undefined)
      this.losses.push({ path, line: file.ignored.line, reason: `"${file.ignored.key}" has no counterpart` });
    this.#take(path, file, SHARED, file.shared, this.#shared);
    for (const [name, variables] of file.environments) {
      const found = this.#environments.get(name) ?? new Map<string, Json>();
      this.#environments.set(name, found);
      this.#take(path, file, name, variables, found);
    }
  }

  #take(
    path: string,
    { isPrivate }: ClientEnvFile,
    environment: string,
    { values, stores, auth }: ClientVariables,
    to: Map<string, Json>,
  ): void {
    for (const id of auth.keys())
      this.losses.push({ path, reason: `the authentication "${id}" of ${environment} has no counterpart` });
    for (const [name, store] of stores) {
      this.secrets.add(variableName(name));
      this.losses.push({ path, reason: `${name} of ${environment} comes from the secret store "${store}"` });
    }
    for (const [original, value] of values) {
      const name = variableName(original);
      this.names.add(name);
      if (isPrivate) {
        this.secrets.add(name);
        this.#hidden.set(environment, (this.#hidden.get(environment) ?? new Set()).add(name));
      } else if (!to.has(name)) {
        to.set(name, value as Json);
        this.#sources.set(`${environment}\n${name}`, path);
      } else if (JSON.stringify(to.get(name)) !== JSON.stringify(value))
        this.losses.push({
          path,
          reason: `another file gives ${name} of ${environment} another value, which is used`,
        });
    }
  }

  /** Values that all environments share are below those of each. */
  all(): ImportedEnvironment[] {
    const shared = this.#shown(SHARED, this.#shared);
    const named = [...this.#environments].map(([name, variables]) => ({
      name,
      variables: this.#shown(name, new Map([...shared, ...variables])),
    }));
    const isOnlyShared = named.length === 0 && shared.size > 0;
    return isOnlyShared ? [{ name: 'dev', variables: shared }] : named;
  }

  /** Without the values in whose place a private one is used, which would be wrong ones. */
  #shown(environment: string, variables: Map<string, Json>): Map<string, Json> {
    const hidden = this.#hidden.get(environment) ?? new Set();
    for (const name of hidden) {
      if (!variables.delete(name)) continue;
      const path =
        this.#sources.get(`${environment}\n${name}`) ?? this.#sources.get(`${SHARED}\n${name}`) ?? '';
      const reason = `${name} of ${environment} is hidden by a private value and is not written`;
      this.losses.push({ path, reason });
    }
    return variables;
  }
}
