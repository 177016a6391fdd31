import type { Auth, AuthType, FileVariable } from '../request-file/model/model.js';
import { cutTemplate } from '../request-file/text/template.js';
import { variableName } from './import-names.js';
import { hasOuterBlank, toOneLine } from './writable-text.js';

/** The parameters of `@auth` by name, in brackets those that are no credentials. */
const PARTS: Readonly<Record<AuthType, readonly string[]>> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  digest: ['username', 'password'],
  apiKey: ['[header]', 'key'],
  apiKeyQuery: ['[parameter]', 'key'],
  cloudsig: ['access_key', 'secret_key', '[region]', '[service]', 'session_token'],
  oauth2_client_credentials: ['[token_url]', 'client_id', 'client_secret', '[scopes]'],
  oauth2_password: ['[token_url]', 'client_id', 'client_secret', 'username', 'password', '[scopes]'],
  oauth2_device_code: ['[device_url]', '[token_url]', 'client_id', 'client_secret', '[scopes]'],
  oauth2_authorization_code: ['[authorize_url]', '[token_url]', 'client_id', 'client_secret', '[scopes]'],
  none: [],
};
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['password', 'client_secret', '[scopes]']);

/** Importers mostly name a variable, which an `@auth` line can contain. */
const PLACEHOLDER = /^\{\{\w+\}\}$/;

export interface Credentials {
  readonly auth: Auth | undefined;
  readonly secrets: readonly FileVariable[];
}

/** A credential that an `@auth` line cannot contain literally becomes a secret variable. */
export function moveCredentials(auth: Auth | undefined, requestName: string): Credentials {
  if (auth === undefined || auth.params.every((param) => PLACEHOLDER.test(param)))
    return { auth, secrets: [] };
  const secrets: FileVariable[] = [];
  const params = auth.params.map((param, i) => {
    const part = PARTS[auth.type][i] ?? '[parameter]';
    if (!mustMove(param, part)) return toOneLine(param);
    const name = variableName(`${requestName}_${part.replace(/[[\]]/g, '')}`);
    secrets.push({ name, value: toOneLine(param), line: 0, secret: true });
    return `{{${name}}}`;
  });
  return { auth: { type: auth.type, params }, secrets };
}

/** Unbalanced braces would swallow the parameters after them. */
function mustMove(param: string, part: string): boolean {
  if (param === '') return !MAY_BE_EMPTY.has(part);
  const texts = cutTemplate(param).filter((part) => part.kind === 'text');
  if (texts.some(({ text }) => text.includes('{{'))) return true;
  return !part.startsWith('[') && (hasOuterBlank(param) || texts.some(({ text }) => text.includes(',')));
}
