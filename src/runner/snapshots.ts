/** Snapshot files: one per request file, read at first use, written when its file ends. */
import type { SnapshotAccess } from '../evaluation/operators/operator.js';
import { parseJson, toJson } from '../evaluation/values/json.js';
import { RequestFailure } from '../http/message/message.js';
import { isCredentialSubject, REDACTED, redactHeaders, redactValue } from '../redaction/redact.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { RunOptions } from './plan/options.js';
import type { RunnableFile, SnapshotStore } from './plan/run-input.js';
import { selectsEverything } from './plan/selection.js';
import { entriesOf, objectFrom } from '../primitives/json/key-order.js';
import { isPlainObject } from '../primitives/plain-object.js';

export class Snapshots {
  readonly #file: RunnableFile;
  readonly #store: SnapshotStore;
  readonly #options: RunOptions;
  readonly #secrets: SecretSet;
  #values: Promise<Map<string, unknown>> | undefined;
  readonly #used = new Set<string>();
  #changed = false;
  #created = 0;

  constructor(file: RunnableFile, store: SnapshotStore, options: RunOptions, secrets: SecretSet) {
    this.#file = file;
    this.#store = store;
    this.#options = options;
    this.#secrets = secrets;
  }

  /** For one assertion of one result; `secretHeaders` are headers whose values are secret by their name. */
  accessFor(resultName: string, subject: string, secretHeaders: readonly string[]): SnapshotAccess {
    const { updateSnapshots, ci } = this.#options;
    const keyOf = (name: string | null): string => (name === null ? resultName : `${resultName}::${name}`);
    return {
      storing: updateSnapshots ? 'always' : ci ? 'never' : 'new',
      redact: (value) => redactSubject(subject, value, this.#secrets, secretHeaders),
      read: async (name) => {
        this.#used.add(keyOf(name));
        const values = await this.#load();
        return redactValue(values.get(keyOf(name)), this.#secrets);
      },
      write: async (name, value) => {
        this.#used.add(keyOf(name));
        const values = await this.#load();
        if (!values.has(keyOf(name))) this.#created += 1;
        values.set(keyOf(name), value);
        this.#changed = true;
      },
    };
  }

  /**
   * Returns how many snapshots are new since the last call. `whole` says that every snapshot of the file was used, so
   * that all other keys can be removed.
   */
  async save(whole: boolean): Promise<number> {
    if (!this.#values) return 0;
    const values = await this.#values.catch(() => undefined);
    if (!values) return 0;
    const prunes = whole && this.#options.updateSnapshots && selectsEverything(this.#options.selection);
    if (prunes) for (const key of values.keys()) if (!this.#used.has(key)) this.#changed = values.delete(key);
    if (!this.#changed) return 0;
    this.#changed = false;
    const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
    // Secrets that were found after a value was stored are redacted too.
    const clean = sorted.map(
      ([key, value]) => [this.#secrets.redact(key), redactValue(value, this.#secrets)] as const,
    );
    await this.#store.write(this.#file, `${toJson(objectFrom(clean), 2)}\n`);
    const created = this.#created;
    this.#created = 0;
    return created;
  }

  #load(): Promise<Map<string, unknown>> {
    this.#values ??= this.#read();
    return this.#values;
  }

  async #read(): Promise<Map<string, unknown>> {
    const text = await this.#store.read(this.#file);
    if (text === undefined) return new Map();
    try {
      const value = parseJson(text);
      if (isPlainObject(value)) return new Map(entriesOf(value));
    } catch {
      // The same message as for JSON that is not an object follows.
    }
    throw new RequestFailure('file', 'the snapshot file is not a JSON object; repair it or remove it');
  }
}

/** Values of credential headers are redacted by the name of the header, as everywhere else. */
function redactSubject(
  subject: string,
  value: unknown,
  secrets: SecretSet,
  extra: readonly string[],
): unknown {
  if (subject === 'header' && typeof value === 'object' && value !== null) {
    return redactHeaders(value as Record<string, string>, secrets, extra);
  }
  if (isCredentialSubject(subject, extra) && typeof value === 'string' && value !== '') return REDACTED;
  return redactValue(value, secrets);
}
