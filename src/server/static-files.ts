import { readdir, readFile } from 'node:fs/promises';
import { percentDecoded } from '../primitives/text/percent.js';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorResponse } from './call/error-response.js';
import type { RequestHead } from './call/request-head.js';
import type { ApiResponse } from './call/route.js';

/** The files of the web interface, which the build puts beside the program. */
export interface StaticFiles {
  /** Undefined when there is no file for that path. */
  respond(head: RequestHead, headers: IncomingHttpHeaders): Promise<ApiResponse | undefined>;
}

/** Only files found at the start are served, so that no path can lead elsewhere. Undefined without an index page. */
export async function openStaticFiles(folder: string): Promise<StaticFiles | undefined> {
  const files = await filesByPath(folder);
  const index = files.get('/index.html');
  if (index === undefined) return undefined;
  files.set('/', index);
  return {
    async respond({ method, path }, { accept = '', 'accept-encoding': codings = '' }) {
      const isRead = method === 'GET' || method === 'HEAD';
      const file = files.get(percentDecoded(path));
      if (file !== undefined && !isRead) {
        const headers = { Allow: 'GET, HEAD' };
        return errorResponse(405, `${method} is not allowed here; use GET, HEAD`, { headers });
      }
      // Only the script of the page knows the addresses of views.
      const shown = file ?? (isRead && accept.includes('text/html') ? index : undefined);
      return shown === undefined ? undefined : fileResponse(shown, acceptsGzip(codings));
    },
  };
}

interface StaticFile {
  readonly location: string;
  readonly type: string;
  readonly isCompressed: boolean;
}

/** The build keeps only the compressed form of larger files, which nearly every client accepts. */
async function filesByPath(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const locations = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    locations.map((location) => {
      const isCompressed = location.endsWith('.gz');
      const name = isCompressed ? location.slice(0, -'.gz'.length) : location;
      const type = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
      return [`/${relative(folder, name).split(sep).join('/')}`, { location, type, isCompressed }];
    }),
  );
}

/** RFC 9110 section 12.5.3: a weight of zero means "not acceptable". */
function acceptsGzip(codings: string): boolean {
  return codings
    .split(',')
    .some((coding) => /^\s*(?:gzip|x-gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(coding));
}

async function fileResponse(
  { location, type, isCompressed }: StaticFile,
  acceptsGzip: boolean,
): Promise<ApiResponse> {
  const bytes = await readFile(location);
  const headers = { 'Content-Security-Policy': POLICY, ...(isCompressed && { Vary: 'Accept-Encoding' }) };
  if (!isCompressed) return { status: 200, text: bytes, type, headers };
  if (acceptsGzip)
    return { status: 200, text: bytes, type, headers: { ...headers, 'Content-Encoding': 'gzip' } };
  return { status: 200, text: await inflate(bytes), type, headers };
}

const inflate = promisify(gunzip);

const POLICY =
  "default-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
