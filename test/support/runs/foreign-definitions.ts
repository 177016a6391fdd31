/** Definitions of other tools as they are stored, as small as can be. */

export const COLLECTION_SCHEMA = 'https://schema.example.test/json/collection/v2.1.0/collection.json';

/** A collection with one request, called `r`. */
export function collectionOf(request: unknown, rest: object = {}): object {
  return { info: { name: 'C', schema: COLLECTION_SCHEMA }, item: [{ name: 'r', request }], ...rest };
}

/** An Insomnia export of format 4 with one workspace, `w`. */
export function clientExportOf(...resources: readonly object[]): object {
  const workspace = { _id: 'w', _type: 'workspace', name: 'Shop' };
  return { _type: 'export', __export_format: 4, resources: [workspace, ...resources] };
}

export function exportedRequest(id: string, parentId: string, rest: object): object {
  return { _id: id, _type: 'request', parentId, name: id, url: 'http://x.test', ...rest };
}
