/** What a request of another file leaves for the units that depend on it, as data. */
import { ResponseView, type ResponseInput } from '../../evaluation/response/response-view.js';
import {
  createCookieJar,
  exportCookies,
  importCookies,
  type StoredCookie,
} from '../../http/wraps/cookie-jar.js';
import type { Node } from '../plan/graph.js';
import type { StepRunner } from '../run-step.js';

export interface FinishedDependency {
  readonly node: Node;
  readonly passed: boolean;
  readonly captures: Readonly<Record<string, unknown>>;
  readonly response: ResponseInput | undefined;
  readonly cookies: readonly StoredCookie[];
}

/** Undefined for a request that was not run, so that those that depend on it are skipped. */
export async function exportDependency(
  steps: StepRunner,
  node: Node,
): Promise<FinishedDependency | undefined> {
  const finished = steps.finishedRequest(node);
  if (!finished) return undefined;
  const { passed, shared } = finished;
  return {
    node,
    passed,
    captures: shared?.captures ?? {},
    response: shared?.view && responseOf(shared.view),
    cookies: shared?.jar ? await exportCookies(shared.jar) : [],
  };
}

function responseOf({ status, headers, url, duration, bytes: body }: ResponseView): ResponseInput {
  return { status, headers, url, duration, body };
}

export async function importDependency(
  { node, passed, captures, response, cookies }: FinishedDependency,
  steps: StepRunner,
): Promise<void> {
  const jar = cookies.length > 0 ? createCookieJar() : undefined;
  if (jar) await importCookies(cookies, jar);
  const view = response && new ResponseView(response);
  steps.addFinished(node, { passed, shared: { captures, view, jar } });
}
