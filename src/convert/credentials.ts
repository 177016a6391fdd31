import type { Auth, AuthType, FileVariable } from '../request-file/model/model.js';
import { cutTemplate } from '../request-file/text/template.js';
import { variableName } from './names.js';
import { hasOuterBlank, oneLine } from './writable-text.js';

/** Parameters of `@auth` by name; in brackets those that are no credentials. */
const PARTS: Readonly<Record<AuthType, readonly string[]>> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  digest: ['username', 'password'],
  apiKey: ['[header]', 'key'],
  apiKeyQuery: ['[parameter]', 'key'],
  cloudsig: ['access_key', 'secret_key', '[region]', '[service]', 'session_token'],
  oauth2_client_credentials: ['[token_url]', 'client_id', 'client_secret', '[scopes]'],
  oauth2_password: ['[token_url]', 'client_id', 'client_secret', 'username', 'password', '[scopes]'],
  none: [],
};
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['password', 'client_secret', '[scopes]']);

export interface Credentials {
  readonly auth: Auth | undefined;
  readonly secrets: readonly FileVariable[];
}

/** A credential that an `@auth` line cannot show plainly becomes a secret variable (cli.md 10.1). */
export function moveCredentials(auth: Auth | undefined, requestName: string): Credentials {
  if (auth === undefined) return { auth, secrets: [] };
  const secrets: FileVariable[] = [];
  const params = auth.params.map((param, i) => {
    const part = PARTS[auth.type][i] ?? '[parameter]';
    if (!mustMove(param, part)) return oneLine(param);
    const name = variableName(`${requestName}_${part.replace(/[[\]]/g, '')}`);
    secrets.push({ name, value: oneLine(param), line: 0, secret: true });
    return `{{${name}}}`;
  });
  return { auth: { type: auth.type, params }, secrets };
}

/** Braces that open nothing would swallow the parameters behind them. */
function mustMove(param: string, part: string): boolean {
  if (param === '') return !MAY_BE_EMPTY.has(part);
  const texts = cutTemplate(param).filter((piece) => piece.kind === 'text');
  if (texts.some(({ text }) => text.includes('{{'))) return true;
  return !part.startsWith('[') && (hasOuterBlank(param) || texts.some(({ text }) => text.includes(',')));
}
