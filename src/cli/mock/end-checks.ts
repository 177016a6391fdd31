/** What `svc mock` checks when it ends: that every route was used, and that every request had a route. */
import { jsonLine } from '../../evaluation/values/json-text.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import type { MockExchangeSummary } from '../../mock/mock-server.js';
import { RouteUse, UnmatchedRequests, type UnmatchedRequest } from '../../mock/route-use.js';
import { formatCount } from '../../primitives/text/output-text.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { EXIT, type ExitCode } from '../process/exit-code.js';
import type { MockInvocation } from './load-watched-mock.js';

const MAX_LISTED_REQUESTS = 10;

export class EndChecks {
  readonly #invocation: MockInvocation;
  readonly #secrets: SecretSet;
  readonly #use: RouteUse | undefined;
  readonly #unmatched: UnmatchedRequests | undefined;

  constructor(invocation: MockInvocation, routes: readonly MockRoute[], secrets: SecretSet) {
    const { flags } = invocation;
    this.#invocation = invocation;
    this.#secrets = secrets;
    this.#use = flags['require-used'] ? new RouteUse(routes) : undefined;
    this.#unmatched = flags['fail-on-unmatched'] ? new UnmatchedRequests() : undefined;
  }

  setRoutes(routes: readonly MockRoute[]): void {
    this.#use?.setRoutes(routes);
  }

  note({ method, path, matchedRoute, nearest, isProxied }: MockExchangeSummary): void {
    if (matchedRoute) this.#use?.note(matchedRoute);
    else if (nearest ?? isProxied) this.#unmatched?.note(method, path);
  }

  /** Says what is missing, and returns the code that the command exits with. */
  async finish(): Promise<ExitCode> {
    const unused = this.#use?.unused() ?? [];
    const unmatched = (this.#unmatched?.byFrequency(MAX_LISTED_REQUESTS) ?? []).map((request) => {
      return { ...request, path: this.#secrets.redact(request.path) };
    });
    const { terminal, flags } = this.#invocation;
    if (unused.length > 0) await terminal.error(unusedText(unused));
    if (unmatched.length > 0) await terminal.error(unmatchedText(unmatched, this.#unmatched?.total ?? 0));
    if (flags.json && (this.#use || this.#unmatched)) {
      const found = {
        ...(this.#use && { unused: unused.map(routeJson) }),
        ...(this.#unmatched && { unmatched, unmatchedTotal: this.#unmatched.total }),
      };
      await terminal.json(`${jsonLine(found)}\n`);
    }
    return unused.length + unmatched.length > 0 ? EXIT.failed : EXIT.ok;
  }
}

function unusedText(routes: readonly MockRoute[]): string {
  const lines = routes.map(
    ({ method, path, name, file, line }) => `  ${method} ${path.shown}  ${name}  ${file}:${line}`,
  );
  const verb = routes.length === 1 ? 'was' : 'were';
  return [`${formatCount(routes.length, 'route')} ${verb} never used:`, ...lines].join('\n');
}

function unmatchedText(requests: readonly UnmatchedRequest[], total: number): string {
  const shown = requests.reduce((sum, { count }) => sum + count, 0);
  const lines = requests.map(({ method, path, count }) => `  ${count} × ${method} ${path}`);
  const rest = shown < total ? [`  and ${total - shown} more`] : [];
  return [`${formatCount(total, 'request')} matched no route:`, ...lines, ...rest].join('\n');
}

function routeJson({ method, path, name, file, line }: MockRoute): object {
  return { method, path: path.shown, name, file, line };
}
