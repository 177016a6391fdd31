import {
  formatCommandLine,
  option,
  plainWord,
  quotedWord,
} from '../../../../src/convert/to-curl/shell-quote.js';
import type { MockRoute } from '../../../../src/server/api-types.js';

type Routes = readonly Pick<MockRoute, 'method' | 'path'>[];

/** A command that one of the routes responds to, a GET if there is one; parameters get the value 1. */
export function firstCommand(routes: Routes, port: number, host: string): string {
  const route = routes.find(({ method }) => method === 'GET') ?? routes[0];
  const path = (route?.path ?? '/').replaceAll(/\{[^}]*\}/g, '1');
  const method = route === undefined || route.method === 'GET' ? [] : option('-X', route.method);
  return formatCommandLine([plainWord('curl'), ...method, quotedWord(`http://${host}:${port}${path}`)]);
}
