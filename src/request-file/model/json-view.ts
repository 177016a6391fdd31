import type { Request, RequestFile } from './model.js';

/** What clients see of a parsed file: everything except the layout. */
export function parsedFileView(file: RequestFile): Omit<RequestFile, 'layout'> {
  const { layout: _fileLayout, requests, ...rest } = file;
  return { ...rest, requests: requests.map(withoutLayout) };
}

/** Requests without a layout are not copied, because a large file has a hundred thousand of them. */
function withoutLayout(request: Request): Request {
  if (request.layout === undefined) return request;
  const { layout: _layout, ...shown } = request;
  return shown;
}
