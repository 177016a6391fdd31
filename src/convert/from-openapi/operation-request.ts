/** Converts one operation to one request. */
import type { ApiOperation, ApiVersion } from '../../documents/api-operations.js';
import { list, mapping, text } from '../../documents/plain-data.js';
import type { SourceDocument } from '../../documents/references.js';
import type { ImportedRequestDraft } from '../import-draft.js';
import { readServerUrl } from './base-url.js';
import type { ImportedVariables } from '../imported-variables.js';
import type { FollowStep } from './flat-schema.js';
import { chooseMedia, listMedia } from './media-types.js';
import { createOperationName } from './operation-name.js';
import type { OperationContext } from './operation-context.js';
import { readParameters } from './parameter.js';
import { createCookieHeader, createPathTemplate, convertParameters } from './parameters.js';
import { convertBody, type SentBody } from './request-body.js';
import { deriveExpectedResponse } from './responses.js';
import { ImportSampler, type KnownSchemas } from './sample.js';
import type { Room } from './sample-value.js';
import { convertSecurity } from './security.js';
import type { SharedLosses } from '../shared-losses.js';

export interface ApiContext {
  readonly main: SourceDocument;
  readonly version: ApiVersion;
  readonly baseUrl: string;
  /** The URL or path of the document. */
  readonly source: string;
  readonly variables: ImportedVariables;
  readonly room: Room;
  readonly shared: SharedLosses;
  readonly schemas: KnownSchemas;
  /** The maximum number of values in one body. */
  readonly bodySize: number;
}

export interface MadeRequest {
  readonly request: ImportedRequestDraft;
  /** Files that the user has to supply. */
  readonly needs: readonly string[];
}

export function convertOperation(
  found: ApiOperation,
  operationContext: OperationContext,
  context: ApiContext,
): MadeRequest {
  const { operation, method, path } = found;
  const { version, variables, room } = context;
  const name = found.operationId || createOperationName(method, path);
  room.take(name + path + TYPICAL_REQUEST);
  const step: FollowStep = (reference, home) => operationContext.step(reference, home, '');
  const sampler = new ImportSampler(context.bodySize, step, context.schemas);
  const inner = { version, operationContext, sampler, variables, room, owner: name };
  const parameters = readParameters(found, operationContext);
  const url = `${serverOf(found, context)}${createPathTemplate(path.replace(/^(?!\/)/, '/'), parameters, inner)}`;
  const sent = convertParameters(parameters, inner);
  const media = chooseMedia(listMedia(found, version, parameters, operationContext));
  const body: SentBody = media === undefined ? { headers: [], needs: [] } : convertBody(media, inner);
  const credentials = convertSecurity(found, { ...context, operationContext });
  const response = deriveExpectedResponse(found, version, operationContext);
  if (sampler.isCut)
    operationContext.lose('/requestBody', 'the schema is too large; only a part of it was written');
  if (mapping(operation['callbacks']) !== undefined)
    operationContext.lose('/callbacks', 'callbacks have no counterpart');
  const { auth } = credentials;
  const request: ImportedRequestDraft = {
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
      ...createCookieHeader([...sent.cookies, ...credentials.cookies]),
    ],
    ...(body.body && { body: body.body }),
    directives: { ...(auth && { auth }), ...(response.noRedirect && { noRedirect: true }) },
    assertions: response.assertions,
    losses: operationContext.losses,
  };
  return { request, needs: body.needs };
}

/** The estimated size of a request without its body. */
const TYPICAL_REQUEST = ' '.repeat(120);

/** The server of the operation, else of the document. */
function serverOf({ operation, item }: ApiOperation, { source }: ApiContext): string {
  for (const { servers } of [operation, item]) {
    const url = readServerUrl(list(servers)[0], source);
    if (url !== undefined) return url;
  }
  return '{{baseUrl}}';
}
