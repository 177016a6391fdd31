/** Converts one operation to one request. */
import type { ApiOperation } from '../../documents/api-operations.js';
import { chooseMedia, listMedia } from '../../documents/operation-media.js';
import { operationName } from '../../documents/operation-name.js';
import { readParameters } from '../../documents/operation-parameters.js';
import { mapping, text } from '../../documents/plain-data.js';
import { createCookieHeader } from '../encoded-pairs.js';
import type { ImportedRequestDraft } from '../import-draft.js';
import { shortenDescription } from '../writable-text.js';
import { draftBytes } from './draft-size.js';
import { OperationContext, type ApiContext } from './operation-context.js';
import { createPathTemplate, convertParameters } from './parameters.js';
import { convertBody, NO_BODY } from './request-body.js';
import { deriveExpectedResponse } from './responses.js';
import { convertSecurity } from './security.js';

export interface MadeRequest {
  readonly request: ImportedRequestDraft;
  /** Files that the user has to supply. */
  readonly needs: readonly string[];
  readonly warning?: string;
}

const PLACEHOLDER_WARNING =
  'a text stands for the file to upload; with -o, a file beside the request file does';

export function convertOperation(found: ApiOperation, api: ApiContext): MadeRequest {
  return api.budget.takeWhole(
    () => makeRequest(found, api),
    ({ request }) => draftBytes(request),
  );
}

function makeRequest(found: ApiOperation, api: ApiContext): MadeRequest {
  const { operation, method, path } = found;
  const name = operationName(found);
  const title = text(operation['summary']).trim() || name;
  const description = shortenDescription(text(operation['description']));
  const context = new OperationContext(api, found, name);
  const parameters = readParameters(context);
  const url = `${api.servers.placeholderFor(found)}${createPathTemplate(path.replace(/^(?!\/)/, '/'), parameters, context)}`;
  const sent = convertParameters(parameters, context);
  const media = chooseMedia(listMedia(parameters, context));
  const { body, headers, needs, hasPlaceholder } =
    media === undefined ? NO_BODY : convertBody(media, context);
  const { auth, ...credentials } = convertSecurity(context);
  const response = deriveExpectedResponse(context);
  if (context.sampler.isCut)
    context.lose('/requestBody', 'the schema is too large; only a part of it was written');
  if (mapping(operation['callbacks']) !== undefined)
    context.lose('/callbacks', 'callbacks have no counterpart');
  const request: ImportedRequestDraft = {
    place: found.place,
    title,
    name,
    description,
    ...(hasPlaceholder && { comments: ['The text "placeholder" stands for a file.'] }),
    tags: [...found.tags, ...(operation['deprecated'] === true ? ['deprecated'] : [])],
    method,
    url,
    query: [...sent.query, ...credentials.query],
    queryComments: sent.comments,
    headers: [
      ...headers,
      ...sent.headers,
      ...credentials.headers,
      ...createCookieHeader([...sent.cookies, ...credentials.cookies]),
    ],
    ...(body && { body }),
    directives: { ...(auth && { auth }), ...(response.noRedirect && { noRedirect: true }) },
    assertions: response.assertions,
    losses: context.losses,
  };
  return { request, needs, ...(hasPlaceholder && { warning: `${found.place}: ${PLACEHOLDER_WARNING}` }) };
}
