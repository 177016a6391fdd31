/** What the requests of one file share: variables, captures, cookies, snapshots. */
import { CaptureStore } from '../evaluation/captures.js';
import type { SchemaDoor } from '../evaluation/check-assertion.js';
import { createScope, type Scope } from '../evaluation/scope.js';
import { createCookieJar, type CookieJar } from '../http/cookie-jar.js';
import type { Owner } from './graph.js';
import { responseNeed } from './response-need.js';
import type { RunContext } from './run-context.js';
import type { RunnableFile } from './run-input.js';
import { schemaDoor } from './schemas.js';
import type { Snapshots } from './snapshots.js';

export interface FileContext {
  readonly run: RunContext;
  readonly owner: Owner;
  readonly runnable: RunnableFile;
  readonly captures: CaptureStore;
  readonly scope: Scope;
  readonly jar: CookieJar | undefined;
  readonly snapshots: Snapshots;
  readonly schema: SchemaDoor;
  /** Whether a later placeholder may read the response of the request with this name. */
  readonly needsResponse: (request: string) => boolean;
  /** Dependencies in other files whose captures were taken over. */
  readonly imported: Set<string>;
}

export function createFileContext(run: RunContext, owner: Owner): FileContext {
  const { runnable } = owner;
  const { options, input, secrets, secretNames } = run;
  const { file } = runnable;
  const captures = new CaptureStore();
  for (const { value, secret } of file.variables) if (secret && !value.includes('{{')) secrets.add(value);
  const scope = createScope({
    overrides: options.overrides,
    captures,
    operator: options.operatorVariables,
    variables: file.variables,
    environment: options.environment,
    ...(options.environmentProblem !== undefined && { environmentProblem: options.environmentProblem }),
    dotenv: options.dotenv,
    process: input.process,
    processReadable: true,
    memo: new Map(),
    clock: input.clock,
    random: input.random,
    secretNames,
    onSecret: (_name, value) => secrets.add(value),
  });
  return {
    run,
    owner,
    runnable,
    captures,
    scope,
    jar: options.cookies ? createCookieJar() : undefined,
    snapshots: run.snapshots(runnable),
    schema: schemaDoor(runnable.directory, input.readFile),
    needsResponse: owner.guest ? () => true : responseNeed(file, options.environment),
    imported: new Set(),
  };
}
