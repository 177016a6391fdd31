/** What the requests of one iteration share and see: captures, variables, the row, cookies. */
import type { Scope } from '../evaluation/variables/scope.js';
import type { CookieJar } from '../http/wraps/cookie-jar.js';
import type { FileContext } from '../runner/file-context.js';
import { conditionsHold } from '../runner/run-request.js';
import type { LiveDefinition } from './client/live-definition.js';
import { iterationFile, iterationJar, type LiveChain } from './load-context.js';

export class IterationContext {
  #chain: LiveChain | undefined;
  /** Made when something is looked up: most iterations send fixed bytes. */
  #file: FileContext | undefined;
  #scope: Scope | undefined;
  /** By file; undefined as long as there are no cookies. */
  #jars: Map<unknown, CookieJar> | undefined;

  begin(chain: LiveChain, keepsCookies: boolean): void {
    this.#chain = chain;
    this.#file = undefined;
    this.#scope = undefined;
    if (!keepsCookies) this.#jars = undefined;
  }

  get hasCookies(): boolean {
    return this.#jars !== undefined;
  }

  /** A row is for one request. */
  leaveRow(): void {
    this.#scope = undefined;
  }

  /** For the next request; false when it does not apply: no row, or a condition that does not hold. */
  enter(
    { index, rows, hasConditions, request }: LiveDefinition,
    nextRow: (index: number) => number,
  ): boolean {
    let { scope } = this;
    if (rows) {
      if (!('list' in rows)) throw rows.failure;
      if (rows.list.length === 0) return false;
      const row = rows.list[nextRow(index) % rows.list.length];
      if (row) scope = scope.withRow(row, rows.areText);
    }
    this.#scope = scope;
    return !hasConditions || conditionsHold(request.metadata.if, request.metadata.unless, scope);
  }

  get file(): FileContext {
    if (!this.#chain) throw new Error('no iteration is under way');
    return (this.#file ??= iterationFile(this.#chain));
  }

  get scope(): Scope {
    return this.#scope ?? this.file.scope;
  }

  /** Of the file, for this iteration or this user. */
  async jar(): Promise<CookieJar | undefined> {
    const file = this.#chain?.file;
    if (!file) return undefined;
    const jars = (this.#jars ??= new Map<unknown, CookieJar>());
    const jar = jars.get(file) ?? (await iterationJar(file));
    jars.set(file, jar);
    return jar;
  }
}
