import { detectApiVersion } from '../../../src/documents/api-operations.js';
import { mapping } from '../../../src/documents/plain-data.js';
import { parseDocument } from '../../../src/documents/parse-document.js';
import type { ReferencedDocuments } from '../../../src/documents/references.js';
import { describeRoutes } from '../../../src/mock/openapi/description-routes.js';
import type { MockRoute } from '../../../src/mock/responses/mock-route.js';

/** The routes of an API description in YAML or JSON. */
export async function describedRoutes(
  text: string,
  others: ReferencedDocuments = new Map(),
): Promise<readonly MockRoute[]> {
  const parsed = await parseDocument(text);
  const root = mapping('value' in parsed ? parsed.value : undefined);
  const version = detectApiVersion(root);
  if (root === undefined || version === undefined) throw new TypeError('not a description');
  const api = { main: { location: 'api.yaml', root }, root, version, others };
  return describeRoutes({ api, shown: 'api.yaml', text }, new AbortController().signal);
}
