import type { Request, RequestFile } from './model.js';

/** What the service shows of a parsed file: everything but the remembered layout. */
export function parsedFileView(file: RequestFile): Omit<RequestFile, 'layout'> {
  const { layout: _fileLayout, requests, ...rest } = file;
  return { ...rest, requests: requests.map(withoutLayout) };
}

/** One without a layout is shown as it is: a large file has a hundred thousand of them. */
function withoutLayout(request: Request): Request {
  if (request.layout === undefined) return request;
  const { layout: _layout, ...shown } = request;
  return shown;
}
