/** Sends one request with the settings of the user, without checks, captures or history. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { withHeader } from '../../http/message/header-list.js';
import type { HeaderList, HttpRequest } from '../../http/message/message.js';
import { PersonWait } from '../../http/message/person-wait.js';
import { prepareUrl } from '../../http/message/url-encoding.js';
import { originOf } from '../../http/message/url-parts.js';
import type { Request } from '../../request-file/model/model.js';
import { buildSend, type SendSettings } from '../../runner/build-send.js';
import { withSecrets } from '../../runner/commands/secrets/with-secrets.js';
import { buildBody } from '../../runner/prepare/prepare-body.js';
import { prepareRequest } from '../../runner/prepare/prepare-request.js';
import { openRun, type Run } from '../../runner/run.js';
import type { RunnableFile, RunRequest } from '../../runner/plan/run-input.js';
import { createRunScope } from '../../runner/run-scope.js';
import { toFetched, type Fetched } from '../../web-fetch/bounded-fetch.js';

export type FetchTarget =
  | {
      readonly url: string;
      readonly method: string;
      readonly headers: HeaderList;
      readonly body: Uint8Array | null;
    }
  | { readonly file: RunnableFile; readonly request: Request };

export async function fetchRequest(target: FetchTarget, request: RunRequest): Promise<Fetched> {
  const run = openRun(request);
  try {
    const scope = createRunScope(run, 'file' in target ? { variables: target.file.file.variables } : {});
    return await ('file' in target ? sendSaved(target, run, scope) : sendDirect(target, run, scope));
  } finally {
    run.close();
  }
}

async function sendSaved(
  { file, request }: Extract<FetchTarget, { file: unknown }>,
  run: Run,
  scope: Scope,
): Promise<Fetched> {
  const { method, url, headers, body, auth } = await withSecrets(run, () =>
    prepareRequest(request, scope, run.defaults),
  );
  const built =
    body && (await withSecrets(run, () => buildBody(body, run.fileAccess, file.directory, scope)));
  const type = built?.contentType;
  return send(
    { method, url, headers: type === undefined ? headers : withHeader(headers, 'Content-Type', type) },
    built ? built.body : null,
    run,
    { request, auth, place: { file: file.shown, name: request.name } },
  );
}

async function sendDirect(
  { url, method, headers, body }: Extract<FetchTarget, { url: string }>,
  run: Run,
  scope: Scope,
): Promise<Fetched> {
  const setNames = new Set(headers.map(([name]) => name.toLowerCase()));
  const defaults = await withSecrets(run, () =>
    run.defaults.list
      .filter(({ lowerName }) => !setNames.has(lowerName))
      .map(({ pair }) => [pair[0], scope.text(pair[1])] as const),
  );
  return send({ method, url: prepareUrl(url), headers: [...headers, ...defaults] }, body, run, {});
}

async function send(
  head: Pick<HttpRequest, 'method' | 'url' | 'headers'>,
  body: HttpRequest['body'],
  run: Run,
  { request, auth, place }: { readonly request?: Request } & Partial<Pick<SendSettings, 'auth' | 'place'>>,
): Promise<Fetched> {
  const { options, signal } = run;
  run.certificateOrigins?.add(originOf(head.url));
  const perform = buildSend(run.wire, {
    timeout: request?.metadata.timeout ?? options.timeout,
    followRedirects: options.followRedirects && !request?.metadata.noRedirect,
    jar: undefined,
    auth,
    place,
  });
  const started = run.clock.now();
  const personWait = new PersonWait(run.clock);
  const response = await perform({ ...head, body, signal, personWait });
  return toFetched(response, head.url, run.clock.now() - started - personWait.ms);
}
