/** Paths of documents in folders. URIs are compared decoded, because clients encode them in different ways. */

interface UriParts {
  readonly origin: string;
  /** Decoded, with a slash at its start. */
  readonly path: string;
}

function partsOf(uri: string): UriParts | undefined {
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*:(?:\/\/[^/?#]*)?)([^?#]*)/.exec(uri);
  if (parts === null) return undefined;
  const [, origin = '', path = ''] = parts;
  try {
    return { origin: origin.toLowerCase(), path: withPlainDrive(decodeURIComponent(path)) };
  } catch {
    return undefined;
  }
}

/** A drive letter is written in both cases. */
function withPlainDrive(path: string): string {
  return /^\/[A-Za-z]:/.test(path) ? `/${path.charAt(1).toLowerCase()}${path.slice(2)}` : path;
}

/** The same text for all ways to write a URI. */
export function comparableUri(uri: string): string {
  const parts = partsOf(uri);
  return parts === undefined ? uri : parts.origin + parts.path;
}

export function schemeOf(uri: string): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*(?=:)/.exec(uri)?.[0].toLowerCase() ?? '';
}

export function folderUri(uri: string): string {
  return uri.replace(/\/+$/, '');
}

/** The URI of the folder that a document is in. */
export function parentUri(uri: string): string {
  return uri.replace(/[?#].*$/s, '').replace(/\/[^/]*$/, '');
}

/** The path of a document in a folder, with `/`; undefined when it is elsewhere. */
export function pathBelow(folder: string, uri: string): string | undefined {
  const outer = partsOf(folder);
  const inner = partsOf(uri);
  if (outer === undefined || inner === undefined || outer.origin !== inner.origin) return undefined;
  const prefix = `${outer.path.replace(/\/+$/, '')}/`;
  const path = inner.path.slice(prefix.length);
  if (!inner.path.startsWith(prefix) || path === '') return undefined;
  return path.split('/').some((segment) => segment === '..' || segment === '.') ? undefined : path;
}

export function uriBelow(folder: string, path: string): string {
  return `${folderUri(folder)}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The last part of the path, decoded as far as possible. */
export function fileNameOf(uri: string): string {
  const path = partsOf(uri)?.path ?? uri;
  return path.slice(path.lastIndexOf('/') + 1);
}
