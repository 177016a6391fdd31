import type { Request } from '../request-file/model/model.js';
import { builtBlocks } from '../request-file/print/print-block.js';
import { builtDirectives } from '../request-file/print/print-directives.js';

/** A parsed request that was changed: it is written anew, but for separators without a request before it. */
export function rebuiltRequest({ layout, ...request }: Request): Request {
  const sections = layout?.sections ?? [];
  if (sections.length === 0) return request;
  return {
    ...request,
    layout: { sections, directives: builtDirectives(request), blocks: builtBlocks(request) },
  };
}
