/** What the requests of one file share: variables, captures, cookies, snapshots. */
import { CaptureStore } from '../evaluation/variables/captures.js';
import type { AssertionContext } from '../evaluation/check-assertion.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { createCookieJar, type CookieJar } from '../http/wraps/cookie-jar.js';
import type { Send } from '../http/message/message.js';
import type { Owner } from './plan/graph.js';
import { responseNeed } from './response-need.js';
import type { Run } from './run.js';
import type { RunnableFile } from './plan/run-input.js';
import { createRunScope } from './run-scope.js';
import { schemaReader } from './schemas.js';
import type { Snapshots } from './snapshots.js';
import { hiddenCapturingRequest } from './plan/visibility.js';

export interface FileContext {
  readonly run: Run;
  readonly owner: Owner;
  readonly runnable: RunnableFile;
  readonly captures: CaptureStore;
  /** Which request would give a name that has no value: set for the one that runs. */
  readonly capturedBy: { find: (name: string) => string | undefined };
  readonly scope: Scope;
  /** For requests of a parallel run that see nothing of others and leave nothing. */
  readonly aloneScope: () => Scope;
  readonly jar: CookieJar | undefined;
  readonly snapshots: Snapshots;
  /** For assertions; snapshots of one result have their own. */
  readonly doors: Omit<AssertionContext, 'scope'>;
  /** Whether a later placeholder may read the response of the request with this name. */
  readonly needsResponse: (request: string) => boolean;
  /** By what requests ask of it; those without authentication. */
  readonly sends: Map<number, Send>;
  /** Dependencies in other files whose captures were taken over. */
  readonly imported: Set<string>;
}

export function createFileContext(run: Run, owner: Owner): FileContext {
  const { runnable } = owner;
  const { options, fileAccess, secrets } = run;
  const { file } = runnable;
  const captures = new CaptureStore();
  const capturedBy: FileContext['capturedBy'] = { find: () => undefined };
  for (const { value, secret } of file.variables) if (secret && !value.includes('{{')) secrets.add(value);
  const scope = createRunScope(run, {
    captures,
    variables: file.variables,
    capturedBy: (name) => capturedBy.find(name),
  });
  const snapshots = run.snapshots(runnable);
  let alone: Scope | undefined;
  return {
    run,
    owner,
    runnable,
    captures,
    capturedBy,
    scope,
    aloneScope: () =>
      (alone ??= scope.with({
        captures: captures.visible(new Set()),
        capturedBy: (name) => hiddenCapturingRequest(owner, name, () => false),
      })),
    jar: options.cookies ? createCookieJar() : undefined,
    snapshots,
    doors: {
      schema: schemaReader(runnable.directory, fileAccess.readFile),
      snapshot: snapshots.door('', '', []),
    },
    needsResponse: owner.guest ? () => true : responseNeed(file, options.environment),
    sends: new Map(),
    imported: new Set(),
  };
}

/** The scopes of files of which nothing has run; each is made once, so that what is drawn by chance stays the same. */
export function scopesOf(run: Run): (owner: Owner) => Scope {
  const scopes = new Map<Owner, Scope>();
  return (owner) => {
    const scope = scopes.get(owner) ?? createFileContext(run, owner).scope;
    scopes.set(owner, scope);
    return scope;
  };
}
