import { join } from 'node:path';
import type { CompletionList, Location } from 'vscode-languageserver-protocol';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { openLsp, uriOf, type InnerLsp } from '../support/program/lsp-client.js';

export const FEATURE_ORDERS = `@host = http://127.0.0.1
@host2 = {{base}}

### Sign in
# @name login
POST {{host}}/login

{
  "user": "{{user}}"
}

>>>
expect status 200
<<<
>>>capture
token from body.token
<<<

### orders
# @depends login, ./items.http#items
# @data ./rows.csv
GET {{host}}/orders/{{login.token}}/{{row.id}}/{{$uuid}}/{{PASSWORD}}/{{HOME_DIR}}
`;

const FEATURE_ITEMS = `### items
# @depends ./orders.http#login
GET http://127.0.0.1/items
`;

export const FEATURE_CONFIG = `environments:
  dev:
    base: http://127.0.0.1:1
    user: ann
    password: hidden
  staging:
    base: http://127.0.0.1:2
envFile: .env
`;

interface Opened extends InnerLsp {
  readonly root: string;
  readonly uri: string;
  /** Asks at the mark `|` of a line that contains the text around it. */
  readonly at: <T>(method: string, marked: string, params?: object) => Promise<T>;
}

export async function openOrders(
  options: Parameters<typeof openLsp>[0] = {},
  text = FEATURE_ORDERS,
): Promise<Opened> {
  const root = await temporaryWorkspace({
    'orders.http': FEATURE_ORDERS,
    'items.http': FEATURE_ITEMS,
    'rows.csv': 'id,name\n1,a\n',
    'service.yaml': FEATURE_CONFIG,
    '.env': '# x\nHOME_DIR=/tmp\nPASSWORD=abc\n',
    'other/more.http': '### more\nGET http://127.0.0.1/\n',
  });
  const client = await openLsp({ folders: [root], ...options });
  const uri = uriOf(join(root, 'orders.http'));
  await client.open(uri, text);
  const at = async <T>(method: string, marked: string, params: object = {}): Promise<T> => {
    const [before = '', after = ''] = marked.split('|');
    const offset = text.indexOf(before + after) + before.length;
    const lines = text.slice(0, offset).split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    return client.ask<T>(method, { textDocument: { uri }, position, ...params });
  };
  return { ...client, root, uri, at };
}

export function placeOf({ uri, range }: Location): string {
  const { start, end } = range;
  return `${uri.slice(uri.lastIndexOf('/') + 1)}:${start.line + 1}:${start.character + 1}-${end.character + 1}`;
}

export const labelsOf = ({ items }: CompletionList): string[] => items.map(({ label }) => label);
