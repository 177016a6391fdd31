/** Reads the files that requests name, for a process that has no access to them. */
import { ServiceError } from '../../errors.js';
import { resolveComparison } from '../../evaluation/comparison.js';
import { loadSchema } from '../../evaluation/json-schema/references/load-schema.js';
import { SchemaProblem } from '../../evaluation/json-schema/references/registry.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { RequestFailure } from '../../http/message/message.js';
import { allComparisons } from '../../request-file/model/all-checks.js';
import type { Comparison, Request } from '../../request-file/model/model.js';
import { loadRows, type DataRow } from '../plan/data-rows.js';
import { loopItems } from '../plan/loop-items.js';
import type { FileAccess } from '../plan/run-input.js';
import { createSchemaReader } from '../schemas.js';

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

/** The files that were read, with bytes, or with the message of why there are none. */
export class NamedFiles {
  readonly #fileAccess: FileAccess;
  readonly #contents = new Map<string, { path: string; directory: string; content: Uint8Array | string }>();

  constructor(fileAccess: FileAccess) {
    this.#fileAccess = fileAccess;
  }

  get list(): readonly { path: string; directory: string; content: Uint8Array | string }[] {
    return [...this.#contents.values()];
  }

  /** Reads all files of a request. `onText` receives the contents in which placeholders are replaced. */
  async addRequest(
    request: Request,
    directory: string,
    scope: Scope,
    onText: (text: string) => void,
  ): Promise<void> {
    const { body, metadata } = request;
    const scopes = [
      scope,
      ...elementScopes(request, scope),
      ...(await this.#rowScopes(metadata.data, directory, scope)),
    ];
    const add = async (template: string): Promise<readonly Uint8Array[]> => {
      const paths = new Set(scopes.flatMap((each) => each.settledText(template) ?? []));
      return (await Promise.all([...paths].map((path) => this.#read(path, directory)))).flatMap(
        (content) => content ?? [],
      );
    };
    if (body?.contentType === 'file') {
      const contents = await add(body.path);
      if (body.interpolate) for (const content of contents) onText(new TextDecoder().decode(content));
    } else if (body?.contentType === 'multipart') {
      for (const field of body.fields) if (field.kind === 'file') await add(field.path);
    }
    for (const assertion of allComparisons(request)) {
      if (assertion.operator !== 'schema' && assertion.operator !== 'notSchema') continue;
      const addresses = new Set(scopes.flatMap((each) => expectedText(assertion, each) ?? []));
      for (const address of addresses) await this.#readSchema(address, directory);
    }
  }

  async #rowScopes(data: string | undefined, directory: string, scope: Scope): Promise<readonly Scope[]> {
    const path = data === undefined ? undefined : scope.settledText(data);
    if (path === undefined || (await this.#read(path, directory)) === undefined) return [];
    const rowIsText = !/\.json$/i.test(path);
    const rows = await loadRows(path, directory, this.#readAgain).catch((error: unknown) => {
      // The request reports it when it is sent.
      if (error instanceof RequestFailure) return [] as readonly DataRow[];
      throw error;
    });
    return rows.map((row) => scope.with({ row, rowIsText }));
  }

  /** Reads the document and all that it refers to. */
  async #readSchema(address: string, directory: string): Promise<void> {
    const reader = createSchemaReader(directory, this.#readAgain);
    try {
      await loadSchema(address, reader);
    } catch (error) {
      if (!(error instanceof SchemaProblem)) throw error;
    }
  }

  readonly #readAgain = async (path: string, directory: string): Promise<Uint8Array> => {
    const content = await this.#read(path, directory);
    if (content) return content;
    const failure = this.#contents.get(keyOf(path, directory))?.content;
    throw new RequestFailure('file', typeof failure === 'string' ? failure : '');
  };

  async #read(path: string, directory: string): Promise<Uint8Array | undefined> {
    const key = keyOf(path, directory);
    const found = this.#contents.get(key);
    const content = found ? found.content : await this.#load(path, directory);
    this.#contents.set(key, { path, directory, content });
    return content instanceof Uint8Array ? content : undefined;
  }

  async #load(path: string, directory: string): Promise<Uint8Array | string> {
    try {
      const { length } = await this.#fileAccess.openFile(path, directory);
      if (length > MAX_FILE_BYTES) {
        const size = Math.ceil(length / MEBIBYTE);
        throw new ServiceError(
          'too-large',
          `${path} has ${size} MiB; at most 32 MiB of one file can be handed to workers`,
        );
      }
      return await this.#fileAccess.readFile(path, directory);
    } catch (error) {
      if (error instanceof RequestFailure) return error.message;
      throw error;
    }
  }
}

/** None for a list that only the run itself gives. */
function elementScopes(request: Request, scope: Scope): readonly Scope[] {
  try {
    return (loopItems(request, scope) ?? []).map((loop) => scope.with({ loop }));
  } catch (error) {
    if (error instanceof VariableFailure) return [];
    throw error;
  }
}

/** Undefined when it depends on what is captured under load. */
function expectedText(comparison: Comparison, scope: Scope): string | undefined {
  try {
    return resolveComparison(comparison, scope).expected.text;
  } catch (error) {
    if (error instanceof VariableFailure) return undefined;
    throw error;
  }
}

function keyOf(path: string, directory: string): string {
  return `${directory}\0${path}`;
}
