/** Adds the settings of an import to a `service.yaml` that exists; every other byte of it stays. */
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../errors.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { decodeText } from '../../request-file/decode-text.js';
import type { ConfigEdit } from '../../workspace/config/config-edit.js';
import { editConfigText } from '../../workspace/config/config-edit.js';
import { readConfig } from '../../workspace/config/config-file.js';
import { parseConfig, problemsError } from '../../workspace/config/config-text.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';

export interface MergedConfig {
  readonly text: string;
  /** The settings that were added or replaced, as `environments.dev.host`. */
  readonly added: readonly string[];
  readonly isSame: boolean;
}

/** Refuses settings that have another value there, unless `force` is set. */
export async function mergeConfig(
  { absolute, shown }: NamedPath,
  imported: string | Uint8Array,
  force: boolean,
): Promise<MergedConfig> {
  const bytes = await readConfig({ absolute, shown, root: dirname(absolute) });
  const { config, problems } = parseConfig(bytes);
  if (config === undefined) throw problemsError(shown, problems);
  const given = parseConfig(imported);
  if (given.config === undefined) throw problemsError(`${basename(shown)} of the source`, given.problems);
  const merge = new Merge(config);
  merge.add([], config, given.config);
  const [first, ...others] = merge.conflicts;
  if (first !== undefined && !force) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    throw new ServiceError(
      'output',
      `${shown} has another value for ${first}${more}; --force replaces it; nothing was written`,
    );
  }
  const before = decodeText(bytes).text;
  const text = editConfigText(before, merge.edits, shown);
  return { text, added: merge.edits.map(({ path }) => path.join('.')), isSame: text === before };
}

class Merge {
  readonly edits: ConfigEdit[] = [];
  readonly conflicts: string[] = [];
  readonly #hasEnvironments: boolean;

  constructor({
    environments = {},
  }: {
    readonly environments?: Readonly<Record<string, unknown>> | undefined;
  }) {
    this.#hasEnvironments = Object.keys(environments).length > 0;
  }

  add(path: readonly string[], existing: unknown, imported: unknown): void {
    if (isPlainObject(existing) && isPlainObject(imported)) {
      for (const [key, value] of Object.entries(imported)) {
        if (Object.hasOwn(existing, key)) this.add([...path, key], existing[key], value);
        else this.#addKey([...path, key], value);
      }
      return;
    }
    if (isDeepStrictEqual(existing, imported) || this.#isOwnChoice(path)) return;
    if (path[0] === 'secrets' && Array.isArray(existing) && Array.isArray(imported)) {
      const all: readonly unknown[] = existing;
      const given: readonly unknown[] = imported;
      const missing = given.filter((each) => !all.some((other) => isDeepStrictEqual(each, other)));
      if (missing.length > 0) this.edits.push({ path, value: [...all, ...missing] });
      return;
    }
    this.conflicts.push(path.join('.'));
    this.edits.push({ path, value: imported });
  }

  #addKey(path: readonly string[], value: unknown): void {
    if (!this.#isOwnChoice(path)) this.edits.push({ path, value });
  }

  /** Where environments are defined already, the import does not choose the default one. */
  #isOwnChoice(path: readonly string[]): boolean {
    return path[0] === 'defaultEnvironment' && this.#hasEnvironments;
  }
}
