/** The routes of a mock server: one per request, in the order of files and lines. */
import { GlobalStore } from '../evaluation/variables/globals.js';
import { join } from 'node:path';
import { timeSlice } from '../primitives/time-slice.js';
import { otherFileDependency } from '../request-file/model/directive-values.js';
import type { Request } from '../request-file/model/model.js';
import { keyOf } from '../runner/plan/graph.js';
import type { RunnableFile } from '../runner/plan/run-input.js';
import { scheduleOrder } from '../runner/plan/schedule.js';
import { FileRoutes, type RoutesInput } from './file-routes.js';
import type { MockRoute } from './responses/mock-route.js';
import { redirectedRoutes } from './responses/redirect-route.js';
import { NeededValues } from './needed-values.js';
import { groupEqualRoutes } from './rules/equal-routes.js';
import { planState } from './state/plan-state.js';
import type { PlannedRequest } from './state/planned-request.js';
import type { YieldIfDue } from './values/constraint.js';

export async function buildRoutes(input: RoutesInput): Promise<readonly MockRoute[]> {
  // All steps of the planning share this one, which lets the abort signal and other work of the thread through.
  const yieldIfDue = timeSlice(SLICE_MS, 1);
  const needed = new NeededValues();
  const planned: PlannedFile[] = [];
  const globals = new GlobalStore();
  for (const runnable of input.files) {
    const routes = new FileRoutes(runnable, input, globals, yieldIfDue);
    planned.push({ runnable, routes, built: [] });
    needed.addVariables(runnable.file.variables);
    for (const request of runnable.file.requests) {
      needed.addRequest(request, routes.addressRoles(request));
      const yielded = yieldIfDue();
      if (yielded) await yielded;
      input.signal.throwIfAborted();
    }
  }
  const byKey = new Map(planned.map((each) => [keyOf(each.runnable), each]));
  for (const file of inFileOrder(planned, byKey)) {
    const { runnable, routes, built } = file;
    for (const place of runOrder(runnable.file.requests)) {
      const request = runnable.file.requests[place] as Request;
      importCaptures(request, file, byKey);
      built[place] = await routes.route(request, needed);
      await yieldIfDue();
      input.signal.throwIfAborted();
    }
  }
  const rules = { isStrict: input.strictMatch === true, yieldIfDue };
  if (!input.stateful)
    return withRules(
      planned.flatMap(({ built }) => built),
      planned,
      rules,
    );
  const ends = withRedirects(planned);
  const routes = await withRules(planState(stateful(planned, needed)), planned, rules);
  return [...routes, ...missingRoutes(routes, [...ends, ...tokenRoutes(planned)])];
}

/** A route has rules where it may not be the only one, and where it is not to respond to every request. */
async function withRules(
  routes: readonly MockRoute[],
  planned: readonly PlannedFile[],
  { isStrict, yieldIfDue }: { readonly isStrict: boolean; readonly yieldIfDue: YieldIfDue },
): Promise<readonly MockRoute[]> {
  const requests = new Map(
    planned.flatMap(({ runnable, routes: own }) =>
      runnable.file.requests.map((request) => [placeText(runnable.shown, request), { own, request }]),
    ),
  );
  const ruled = new Map<MockRoute, MockRoute>();
  for (const equal of groupEqualRoutes(routes)) {
    for (const route of equal) {
      const { own, request } = requests.get(placeText(route.file, route)) ?? {};
      const isCompared = isStrict || equal.length > 1 || request?.metadata['mock.when'] !== undefined;
      if (isCompared && own && request) ruled.set(route, own.withRules(route, request));
      await yieldIfDue();
    }
  }
  return routes.map((route) => ruled.get(route) ?? route);
}

function placeText(file: string, { line }: { readonly line: number }): string {
  return `${line} ${file}`;
}

/** Those that no request of the files has. */
function missingRoutes(routes: readonly MockRoute[], needed: readonly MockRoute[]): readonly MockRoute[] {
  const taken = new Set(routes.map(addressOf));
  return needed.flatMap((route) => {
    if (taken.has(addressOf(route))) return [];
    taken.add(addressOf(route));
    return { ...route, isAdded: true as const };
  });
}

function addressOf({ method, path }: MockRoute): string {
  return `${method} ${path.shown}`;
}

/** Makes redirects of the routes whose requests expect to be led elsewhere, and returns the routes there. */
function withRedirects(planned: readonly PlannedFile[]): readonly MockRoute[] {
  return planned.flatMap(({ runnable, routes, built }) =>
    runnable.file.requests.flatMap((request, place) => {
      const route = built[place];
      const target = route && routes.redirectTarget(request, route.path);
      if (route === undefined || target === undefined) return [];
      const { redirect, end } = redirectedRoutes(route, target);
      built[place] = redirect;
      return end;
    }),
  );
}

/** The token endpoints of `@auth`. */
function tokenRoutes(planned: readonly PlannedFile[]): readonly MockRoute[] {
  return planned.flatMap(({ runnable, routes }) =>
    runnable.file.requests.flatMap((request) => routes.tokenRoute(request) ?? []),
  );
}

function stateful(planned: readonly PlannedFile[], needed: NeededValues): readonly PlannedRequest[] {
  return planned.flatMap(({ runnable, routes, built }) =>
    runnable.file.requests.flatMap((request, place) => {
      const route = built[place];
      if (route === undefined) return [];
      const startsWith = [...routes.addressRoles(request).keys()];
      return { request, route, given: needed.given(request), startsWith };
    }),
  );
}

interface PlannedFile {
  readonly runnable: RunnableFile;
  readonly routes: FileRoutes;
  /** By the place of their request in the file. */
  readonly built: MockRoute[];
}

type FilesByKey = ReadonlyMap<string, PlannedFile>;

const SLICE_MS = 8;

/** Files that others depend on first. A dependency cycle prevents a run, but not a mock. */
function inFileOrder(planned: readonly PlannedFile[], byKey: FilesByKey): readonly PlannedFile[] {
  const places = new Map(planned.map((file, index) => [file, index]));
  const edges = planned.map((file, index) => {
    const others = file.runnable.file.requests.flatMap((request) =>
      foreignDependencies(request, file, byKey),
    );
    const found = new Set(others.flatMap(({ file: other }) => places.get(other) ?? []));
    found.delete(index);
    return [...found];
  });
  const order = new Set([...scheduleOrder(edges), ...planned.keys()]);
  return [...order].flatMap((index) => planned[index] ?? []);
}

interface ForeignDependency {
  /** The text of `@depends`. */
  readonly written: string;
  readonly file: PlannedFile;
  readonly name: string;
}

function foreignDependencies(
  { metadata }: Request,
  { runnable }: PlannedFile,
  byKey: FilesByKey,
): readonly ForeignDependency[] {
  return (metadata.depends ?? []).flatMap((written) => {
    const other = otherFileDependency(written);
    const file = other && byKey.get(join(runnable.directory, other.path));
    return file ? [{ written, file, name: other.name }] : [];
  });
}

function importCaptures(request: Request, to: PlannedFile, byKey: FilesByKey): void {
  for (const { written, file, name } of foreignDependencies(request, to, byKey)) {
    const source = file.runnable.file.requests.find((each) => each.name === name);
    if (source) to.routes.importCaptures(written, source, file.routes);
  }
}

/** Dependencies first, as in a run, so that their captures are available to later requests. */
function runOrder(requests: readonly Request[]): readonly number[] {
  const places = new Map(requests.map(({ name }, place) => [name, place]));
  const edges = requests.map(({ metadata }) =>
    (metadata.depends ?? []).flatMap((name) => places.get(name) ?? []),
  );
  return [...new Set([...scheduleOrder(edges), ...requests.keys()])];
}
