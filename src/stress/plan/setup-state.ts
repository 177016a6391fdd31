/**
 * The state that setup requests and requests of other files leave for the load, as data: captures, responses and
 * cookies are copied to every thread, and to the teardown.
 */
import { ABSENT } from '../../evaluation/values/absent.js';
import type { CaptureStore } from '../../evaluation/variables/captures.js';
import type { GlobalStore } from '../../evaluation/variables/globals.js';
import { ResponseView, type ResponseInput } from '../../evaluation/response/response-view.js';
import {
  exportCookies,
  importCookies,
  type CookieJar,
  type StoredCookie,
} from '../../http/wraps/cookie-jar.js';
import { globalNames } from '../../request-file/model/all-checks.js';
import type { FileContext } from '../../runner/file-context.js';
import type { Node, Owner } from '../../runner/plan/graph.js';

/** By the file that can see it. */
export type SetupState = ReadonlyMap<Owner, FileSetupState>;

export interface FileSetupState {
  readonly requests: readonly RequestSetupState[];
  readonly cookies: readonly StoredCookie[];
  /** What the setup of any file has set for all files. */
  readonly globals: readonly (readonly [name: string, value: unknown])[];
}

interface RequestSetupState {
  readonly name: string;
  /** As written in `@depends`, for a request of another file. */
  readonly foreignId: string | undefined;
  readonly captures: Readonly<Record<string, unknown>>;
  readonly response: ResponseInput | undefined;
}

/** A finished request with the context it ran in. */
export interface FinishedRequest {
  readonly file: FileContext;
  readonly captures: Readonly<Record<string, unknown>>;
}

export const NO_SETUP_STATE: FileSetupState = { requests: [], cookies: [], globals: [] };

export async function collectSetupState(
  finished: ReadonlyMap<Node, FinishedRequest>,
  owners: Iterable<Owner>,
): Promise<SetupState> {
  const all = new Map<Owner, FileSetupState>();
  const globals = globalsOf(finished);
  for (const owner of owners) {
    const requests: RequestSetupState[] = [];
    const jars = new Set<CookieJar>();
    const take = (node: Node, foreignId: string | undefined): void => {
      const state = finished.get(node);
      if (!state) return;
      const { name } = node.request;
      requests.push({ name, foreignId, captures: state.captures, response: responseOf(state, name) });
      if (state.file.jar) jars.add(state.file.jar);
    };
    for (const node of owner.nodes) {
      if (!node) continue;
      for (const dependency of node.dependencies) {
        if (dependency.node && dependency.node.owner !== owner) take(dependency.node, dependency.written);
      }
      take(node, undefined);
    }
    const cookies = (await Promise.all([...jars].map(exportCookies))).flat();
    if (requests.length + globals.length > 0) all.set(owner, { requests, cookies, globals });
  }
  return all;
}

function globalsOf(finished: ReadonlyMap<Node, FinishedRequest>): FileSetupState['globals'] {
  return [...finished].flatMap(([{ request }, { captures }]) =>
    globalNames(request).flatMap((name) =>
      Object.hasOwn(captures, name) ? [[name, captures[name]] as const] : [],
    ),
  );
}

/** Cookies are imported separately, because that is asynchronous and few requests need them. */
export function seedValues(
  { requests, globals: given }: FileSetupState,
  { captures, globals }: { readonly captures: CaptureStore; readonly globals: GlobalStore },
): void {
  for (const [name, value] of given) globals.set(name, 0, value);
  for (const { name, foreignId, captures: values, response } of requests) {
    const view = response && new ResponseView(response);
    for (const [capture, value] of Object.entries(values)) {
      if (foreignId === undefined) captures.set(name, capture, value);
      else captures.setForeign(foreignId, name, capture, value);
    }
    if (!view) continue;
    if (foreignId === undefined) captures.setResponse(name, view);
    else captures.setForeignResponse(foreignId, name, view);
  }
}

export async function seedFile(setupState: FileSetupState | undefined, file: FileContext): Promise<void> {
  if (!setupState) return;
  seedValues(setupState, file);
  await seedCookies(setupState, file.jar);
}

export function seedCookies({ cookies }: FileSetupState, jar: CookieJar | undefined): Promise<void> {
  return jar && cookies.length > 0 ? importCookies(cookies, jar) : Promise.resolve();
}

/** The file keeps a response only when a placeholder reads it. */
function responseOf({ file }: FinishedRequest, name: string): ResponseInput | undefined {
  const view = file.captures.response(name);
  if (view === ABSENT) return undefined;
  const { status, headers, url, duration, bytes: body } = view;
  return { status, headers, url, duration, body };
}
