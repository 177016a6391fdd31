/** A target that wants tokens, and the environment files of another client that describe them. */
import { dedent } from '../support/dedent.js';
import { loopback, type Loopback } from '../support/runs/run-requests.js';

export const FETCH = 'POST /token';

export function tokenTarget(): Promise<Loopback> {
  const json = { access_token: 'T0K3N', expires_in: 3600 };
  return loopback(({ path }) => (path === '/token' ? { json } : 200));
}

export function tokenWorkspace(url: string): Readonly<Record<string, string>> {
  const auth = {
    Type: 'OAuth2',
    'Grant Type': 'Client Credentials',
    'Token URL': '{{host}}/token',
    'Client ID': 'app',
    'Client Secret': '{{word}}',
  };
  const unused = { ...auth, 'Grant Type': 'Authorization Code' };
  return {
    'http-client.env.json': JSON.stringify({
      dev: { host: url, bearer: 'Bearer {{$auth.token("api")}}', Security: { Auth: { api: auth, unused } } },
    }),
    'http-client.private.env.json': '{"dev": {"word": "hunter22", "idle": "{{$auth.token(\\"unused\\")}}"}}',
    'a.http': dedent`
      ### a
      GET {{host}}/a
      Authorization: {{bearer}}
      ### b
      GET {{host}}/b/{{$auth.token('api')}}
      ### c
      GET {{host}}/c
    `,
  };
}

/** What was sent, without the requests for tokens, each once. */
export function pathsOf({ seen }: Loopback): ReadonlySet<string> {
  return new Set(seen.filter((each) => each !== FETCH));
}

export const SENT = new Set(['GET /a', 'GET /b/T0K3N', 'GET /c']);
