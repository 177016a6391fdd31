/** The state that the requests of one iteration share: captures, variables, data row, cookies. */
import type { Scope } from '../evaluation/variables/scope.js';
import type { CookieJar } from '../http/wraps/cookie-jar.js';
import type { FileContext } from '../runner/file-context.js';
import { conditionsHold } from '../runner/request-start.js';
import type { LiveDefinition } from './client/live-definition.js';
import type { RowNumbers } from './plan/row-numbers.js';
import { createIterationFile, createIterationJar, type LiveChain } from './load-context.js';

export class IterationContext {
  #chain: LiveChain | undefined;
  #rows: RowNumbers | undefined;
  /** Created on first use, because most iterations send fixed bytes. */
  #file: FileContext | undefined;
  #scope: Scope | undefined;
  /** By file; undefined as long as there are no cookies. */
  #jars: Map<unknown, CookieJar> | undefined;

  start(chain: LiveChain, rows: RowNumbers, keepsCookies: boolean): void {
    this.#chain = chain;
    this.#rows = rows;
    this.#file = undefined;
    this.#scope = undefined;
    if (!keepsCookies) this.#jars = undefined;
  }

  get hasCookies(): boolean {
    return this.#jars !== undefined;
  }

  /** A row or an element applies to one request only. */
  leaveRow(): void {
    this.#scope = undefined;
  }

  /** Prepares the next request; false when there is no row or element, or a condition does not hold. */
  enter({ index, rows, hasConditions, request }: LiveDefinition): boolean {
    let { scope } = this;
    if (rows) {
      const change = rows(scope, this.#rows?.(index) ?? 0);
      if (change === undefined) return false;
      scope = scope.with(change);
    }
    this.#scope = scope;
    return !hasConditions || conditionsHold(request.metadata.if, request.metadata.unless, scope);
  }

  get file(): FileContext {
    if (!this.#chain) throw new Error('no iteration is under way');
    return (this.#file ??= createIterationFile(this.#chain));
  }

  get scope(): Scope {
    return this.#scope ?? this.file.scope;
  }

  /** The cookie jar of the file, for this iteration or this user. */
  async jar(): Promise<CookieJar | undefined> {
    const file = this.#chain?.file;
    if (!file) return undefined;
    const jars = (this.#jars ??= new Map<unknown, CookieJar>());
    const jar = jars.get(file) ?? (await createIterationJar(file));
    jars.set(file, jar);
    return jar;
  }
}
