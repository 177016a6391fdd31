/** What the requests of one file share: variables, captures, cookies, snapshots. */
import { CaptureStore } from '../evaluation/variables/captures.js';
import type { AssertionContext } from '../evaluation/comparison.js';
import type { GlobalStore } from '../evaluation/variables/globals.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { createCookieJar, type CookieJar } from '../http/wraps/cookie-jar.js';
import type { Send } from '../http/message/message.js';
import { promptsOf } from '../request-file/model/client-directives.js';
import type { RequestFile } from '../request-file/model/model.js';
import type { Owner } from './plan/graph.js';
import { createResponseNeed } from './response-need.js';
import type { Run } from './run.js';
import { environmentOf } from './plan/file-environment.js';
import type { RunnableFile } from './plan/run-input.js';
import { createRunScope } from './run-scope.js';
import { createSchemaReader } from './schemas.js';
import type { Snapshots } from './snapshots.js';
import { findHiddenCapturingRequest } from './plan/visibility.js';

export interface FileContext {
  readonly run: Run;
  readonly owner: Owner;
  readonly runnable: RunnableFile;
  readonly captures: CaptureStore;
  readonly globals: GlobalStore;
  /** Finds the request that would capture a name without a value; set for the running request. */
  readonly capturedBy: { find: (name: string) => string | undefined };
  readonly scope: Scope;
  /** The scope of requests in a parallel run that depend on no other request and capture nothing. */
  readonly aloneScope: () => Scope;
  readonly jar: CookieJar | undefined;
  readonly snapshots: Snapshots;
  /** The context of assertions; each result has its own snapshots. */
  readonly assertionContext: AssertionContext;
  /** Whether a later placeholder may read the response of the request with this name. */
  readonly needsResponse: (request: string) => boolean;
  /** Whether a later placeholder may read what was sent under this name. */
  readonly needsSent: (request: string) => boolean;
  /** The tokens that were fetched for ids of environment files. */
  readonly tokens: Map<string, string>;
  /** The chains of wraps of requests without authentication, by their settings. */
  readonly sends: Map<string, Send>;
  /** Dependencies in other files whose captures were imported. */
  readonly imported: Set<string>;
}

export function createFileContext(run: Run, owner: Owner): FileContext {
  const { runnable } = owner;
  const { options, fileAccess, secrets } = run;
  const { file } = runnable;
  const captures = new CaptureStore();
  const capturedBy: FileContext['capturedBy'] = { find: () => undefined };
  const variables =
    owner.importedVariables === undefined ? file.variables : [...owner.importedVariables, ...file.variables];
  for (const { value, secret } of variables) if (secret && !value.includes('{{')) secrets.add(value);
  const tokens = new Map<string, string>();
  const scope = createRunScope(run, {
    captures,
    variables,
    client: runnable.client,
    isPrompted: promptCheck(file),
    token: (id) => tokens.get(id),
    capturedBy: (name) => capturedBy.find(name),
  });
  const snapshots = run.snapshots(runnable);
  let alone: Scope | undefined;
  return {
    run,
    owner,
    runnable,
    captures,
    globals: run.globals,
    capturedBy,
    scope,
    aloneScope: () =>
      (alone ??= scope.with({
        captures: captures.visible(new Set()),
        capturedBy: (name) => findHiddenCapturingRequest(owner, name, () => false),
      })),
    jar: options.cookies ? createCookieJar() : undefined,
    snapshots,
    assertionContext: {
      schema: createSchemaReader(runnable.directory, fileAccess.readFile),
      snapshot: snapshots.accessFor('', '', []),
    },
    needsResponse: owner.isExternal ? () => true : createResponseNeed(file, environmentOf(runnable, options)),
    needsSent: owner.isExternal
      ? () => true
      : createResponseNeed(file, environmentOf(runnable, options), '.request'),
    tokens,
    sends: new Map(),
    imported: new Set(),
  };
}

/** Undefined for a file that asks for nothing, as nearly all. */
function promptCheck({ requests }: RequestFile): ((name: string) => boolean) | undefined {
  const prompts = requests.flatMap((request) =>
    request.metadata['prompt'] === undefined ? [] : promptsOf(request),
  );
  return prompts.length === 0 ? undefined : (name) => prompts.some((prompt) => prompt.name === name);
}

/** The scopes of files before anything has run; each is created once, so that random values stay the same. */
export function createScopes(run: Run): (owner: Owner) => Scope {
  const scopes = new Map<Owner, Scope>();
  return (owner) => {
    const scope = scopes.get(owner) ?? createFileContext(run, owner).scope;
    scopes.set(owner, scope);
    return scope;
  };
}
