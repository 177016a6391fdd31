/** What the requests of one file share: variables, captures, cookies, snapshots. */
import { CaptureStore } from '../evaluation/captures.js';
import { createScope, type Scope } from '../evaluation/scope.js';
import { createCookieJar, type CookieJar } from '../http/cookie-jar.js';
import type { Owner } from './graph.js';
import { responseNeed } from './response-need.js';
import type { RunContext } from './run-context.js';
import type { RunnableFile } from './run-input.js';
import { Schemas } from './schemas.js';
import { Snapshots } from './snapshots.js';

export interface FileContext {
  readonly run: RunContext;
  readonly runnable: RunnableFile;
  readonly captures: CaptureStore;
  readonly scope: Scope;
  readonly jar: CookieJar | undefined;
  readonly snapshots: Snapshots;
  readonly schemas: Schemas;
  /** Whether a later placeholder may read the response of the request with this name. */
  readonly needsResponse: (request: string) => boolean;
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
    runnable,
    captures,
    scope,
    jar: options.cookies ? createCookieJar() : undefined,
    snapshots: new Snapshots(runnable, input.snapshotStore, options, secrets),
    schemas: new Schemas(runnable.directory, input.readFile),
    needsResponse: owner.guest ? () => true : responseNeed(file, options.environment),
  };
}
