import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorResponse } from './call/error-response.js';
import type { RequestHead } from './call/request-head.js';
import type { ApiResponse } from './call/route.js';

/** The web interface: files of a folder that came with the program (server.md 1.5). */
export interface StaticFiles {
  /** Undefined when there is nothing for that path. */
  answer(head: RequestHead, headers: IncomingHttpHeaders): Promise<ApiResponse | undefined>;
}

/** Only files that are there at start are ever served, so that no path can lead elsewhere; undefined without any. */
export async function openStaticFiles(folder: string): Promise<StaticFiles | undefined> {
  const files = await filesByPath(folder);
  const index = files.get('/index.html');
  if (index === undefined) return undefined;
  files.set('/', index);
  return {
    async answer({ method, path }, { accept = '', 'accept-encoding': codings = '' }) {
      const isRead = method === 'GET' || method === 'HEAD';
      const file = files.get(decodedPath(path));
      if (file !== undefined && !isRead) {
        const headers = { Allow: 'GET, HEAD' };
        return errorResponse(405, `${method} is not allowed here; use GET, HEAD`, { headers });
      }
      // The interface has addresses of its own, which only its script knows.
      const shown = file ?? (isRead && accept.includes('text/html') ? index : undefined);
      return shown === undefined ? undefined : fileAnswer(shown, takesGzip(codings));
    },
  };
}

interface StaticFile {
  readonly place: string;
  readonly type: string;
  readonly isCompressed: boolean;
}

/** The build leaves only the compressed form of what is worth it: nearly every client asks for that one. */
async function filesByPath(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const places = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    places.map((place) => {
      const isCompressed = place.endsWith('.gz');
      const name = isCompressed ? place.slice(0, -'.gz'.length) : place;
      const type = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream';
      return [`/${relative(folder, name).split(sep).join('/')}`, { place, type, isCompressed }];
    }),
  );
}

/** RFC 9110 12.5.3: a weight of zero means "not acceptable". */
function takesGzip(codings: string): boolean {
  return codings
    .split(',')
    .some((coding) => /^\s*(?:gzip|x-gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(coding));
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function fileAnswer(
  { place, type, isCompressed }: StaticFile,
  takesGzip: boolean,
): Promise<ApiResponse> {
  const bytes = await readFile(place);
  const headers = { 'Content-Security-Policy': POLICY, ...(isCompressed && { Vary: 'Accept-Encoding' }) };
  if (!isCompressed) return { status: 200, text: bytes, type, headers };
  if (takesGzip)
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
