/** One operation as one request. */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { list, mapping, text } from '../../documents/plain-data.js';
import type { Home } from '../../documents/references.js';
import type { RequestDraft } from '../draft.js';
import { serverUrl } from './base-url.js';
import type { FileVariables } from '../file-variables.js';
import type { FollowStep } from './flat-schema.js';
import { chooseMedia, requestMedia } from './media-types.js';
import { operationName } from './operation-name.js';
import type { OperationContext } from './operation-reading.js';
import { readParameters } from './parameter.js';
import { cookieHeader, pathTemplate, sentParameters } from './parameters.js';
import { sentBody, type SentBody } from './request-body.js';
import { expectedResponse } from './responses.js';
import { Sampler, type KnownSchemas } from './sample.js';
import type { Room } from './sample-value.js';
import { sentCredentials } from './security.js';
import type { SharedLosses } from '../shared-losses.js';

export interface ApiContext {
  readonly main: Home;
  readonly version: ApiVersion;
  readonly baseUrl: string;
  /** URL of the document, if it came from one. */
  readonly source: string;
  readonly variables: FileVariables;
  readonly room: Room;
  readonly shared: SharedLosses;
  readonly schemas: KnownSchemas;
  /** The most values of one body. */
  readonly bodySize: number;
}

export interface MadeRequest {
  readonly request: RequestDraft;
  /** Files that the user has to supply. */
  readonly needs: readonly string[];
}

export function operationRequest(
  found: ApiOperation,
  reading: OperationContext,
  context: ApiContext,
): MadeRequest {
  const { operation, method, path } = found;
  const { version, variables, room } = context;
  const name = found.operationId || operationName(method, path);
  room.take(name + path + TYPICAL_REQUEST);
  const step: FollowStep = (reference, { home }) => reading.step(reference, home, '');
  const sampler = new Sampler(context.bodySize, step, context.schemas);
  const inner = { version, reading, sampler, variables, room, owner: name };
  const parameters = readParameters(found, reading);
  const url = `${serverOf(found, context)}${pathTemplate(path.replace(/^(?!\/)/, '/'), parameters, inner)}`;
  const sent = sentParameters(parameters, inner);
  const media = chooseMedia(requestMedia(found, version, parameters, reading));
  const body: SentBody = media === undefined ? { headers: [], needs: [] } : sentBody(media, inner);
  const credentials = sentCredentials(found, { ...context, reading });
  const answer = expectedResponse(found, version, reading);
  if (sampler.cut) reading.lose('/requestBody', 'the schema is too large; only a part of it was written');
  if (mapping(operation['callbacks']) !== undefined)
    reading.lose('/callbacks', 'callbacks have no counterpart');
  const { auth } = credentials;
  const request: RequestDraft = {
    place: found.place,
    title: text(operation['summary']).trim() || name,
    name,
    description: text(operation['description']),
    tags: [...found.tags, ...(operation['deprecated'] === true ? ['deprecated'] : [])],
    method,
    url,
    query: [...sent.query, ...credentials.query],
    headers: [
      ...body.headers,
      ...sent.headers,
      ...credentials.headers,
      ...cookieHeader([...sent.cookies, ...credentials.cookies]),
    ],
    ...(body.body && { body: body.body }),
    directives: { ...(auth && { auth }), ...(answer.noRedirect && { noRedirect: true }) },
    assertions: answer.assertions,
    losses: reading.losses,
  };
  return { request, needs: body.needs };
}

/** Stands for the lines of a request beside its body when its size is judged. */
const TYPICAL_REQUEST = ' '.repeat(120);

/** A server of its own, else the one of the document. */
function serverOf({ operation, item }: ApiOperation, { source }: ApiContext): string {
  for (const { servers } of [operation, item]) {
    const url = serverUrl(list(servers)[0], source);
    if (url !== undefined) return url;
  }
  return '{{baseUrl}}';
}
