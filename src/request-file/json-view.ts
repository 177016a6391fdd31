import type { RequestFile } from './model.js';

/** What the service shows of a parsed file: everything but the remembered layout. */
export function parsedFileView(file: RequestFile): Omit<RequestFile, 'layout' | 'moreErrors'> {
  const { layout: _fileLayout, moreErrors: _moreErrors, requests, ...rest } = file;
  return { ...rest, requests: requests.map(({ layout: _layout, ...request }) => request) };
}
