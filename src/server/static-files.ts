import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { errorAnswer } from './error-response.js';
import type { RequestHead } from './request-head.js';
import type { Answer } from './route.js';

/** The web interface: files of a folder that came with the program (server.md 1.5). */
export interface StaticFiles {
  /** Undefined when there is nothing for that path. */
  answer(head: RequestHead, headers: IncomingHttpHeaders): Promise<Answer | undefined>;
}

/** Only files that are there at start are ever served, so that no path can lead elsewhere; undefined without any. */
export async function openStaticFiles(folder: string): Promise<StaticFiles | undefined> {
  const files = await filesByPath(folder);
  const index = files.get('/index.html');
  if (index === undefined) return undefined;
  files.set('/', index);
  return {
    async answer({ method, path }, { accept = '' }) {
      const isRead = method === 'GET' || method === 'HEAD';
      const file = files.get(decodedPath(path));
      if (file !== undefined && !isRead) {
        const headers = { Allow: 'GET, HEAD' };
        return errorAnswer(405, `${method} is not allowed here; use GET, HEAD`, { headers });
      }
      // The interface has addresses of its own, which only its script knows.
      const shown = file ?? (isRead && accept.includes('text/html') ? index : undefined);
      return shown === undefined ? undefined : fileAnswer(shown);
    },
  };
}

async function filesByPath(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]));
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function fileAnswer(file: string): Promise<Answer> {
  const type = MEDIA_TYPES[extname(file)] ?? 'application/octet-stream';
  return { status: 200, text: await readFile(file), type, headers: { 'Content-Security-Policy': POLICY } };
}

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
