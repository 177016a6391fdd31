/** The routes of an API description: one for each operation and each path of its servers. */
import { readOperations, type ApiOperation } from '../../documents/api-operations.js';
import { operationName } from '../../documents/operation-name.js';
import { listResponseMedia, readResponses } from '../../documents/operation-responses.js';
import { createOperationSource, type ApiDocuments } from '../../documents/operation-source.js';
import { serverPaths } from '../../documents/server-paths.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { RouteResponse } from '../responses/mock-response.js';
import type { MockRoute } from '../responses/mock-route.js';
import { readPathTemplate } from '../routing/route-path.js';
import { ApiDescription } from './api-description.js';
import { usualResponse } from './choose-described.js';
import { chooseOffered } from './choose-media.js';
import { DescribedOperation } from './described-operation.js';
import { findOperationLines } from './operation-lines.js';

export interface DescriptionSource {
  readonly api: ApiDocuments;
  /** The file as shown. */
  readonly shown: string;
  /** The text of the file, for the lines of its operations. */
  readonly text: string;
}

const SLICE_MS = 8;

/** In the order of the document. What an operation says beyond its path and responses is read when it is first called. */
export async function describeRoutes(
  { api, shown, text }: DescriptionSource,
  signal: AbortSignal,
): Promise<readonly MockRoute[]> {
  const description = new ApiDescription(api);
  const operations = readOperations(api.main, api.others);
  const lines = findOperationLines(text, operations);
  const yieldIfDue = timeSlice(SLICE_MS);
  const routes: MockRoute[] = [];
  for (const [index, operation] of operations.entries()) {
    const place = { name: operationName(operation), file: shown, line: lines[index] ?? 1 };
    for (const base of serverPaths(api, operation)) {
      const path = readPathTemplate(base + operation.path.replace(/^(?!\/)/, '/'));
      routes.push({
        method: operation.method,
        path,
        ...place,
        response: shownResponse(operation, api),
        operation: new DescribedOperation(operation, description, path.parameters),
        warnings: [],
      });
    }
    const yielded = yieldIfDue();
    if (yielded) await yielded;
    signal.throwIfAborted();
  }
  return routes;
}

/** What is shown of a route; its body is made when it is needed. */
function shownResponse(operation: ApiOperation, api: ApiDocuments): RouteResponse {
  const source = createOperationSource(api, operation);
  const responses = readResponses(source);
  const { response, status } = usualResponse(responses);
  const media = response ? chooseOffered(listResponseMedia(response, source), '') : undefined;
  return { status, headers: [], body: '', contentType: media?.type ?? '' };
}
