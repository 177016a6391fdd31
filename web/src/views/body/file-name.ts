/** The name of the file that a body is saved to. */

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/css': 'css',
  'text/javascript': 'js',
  'application/javascript': 'js',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/yaml': 'yaml',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

interface SavedBody {
  readonly contentType: string;
  readonly contentDisposition?: string;
  readonly url?: string;
}

/** The name that the server gives, else the end of the URL, with an extension that suits the type. */
export function fileNameFor({ contentType, contentDisposition = '', url = '' }: SavedBody): string {
  const given = safeName(dispositionName(contentDisposition));
  if (given !== '') return given;
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const extension = EXTENSIONS[type.trim()] ?? /\+(json|xml)$/.exec(type.trim())?.[1] ?? '';
  const name = safeName(lastSegment(url)) || 'response';
  if (/\.[A-Za-z0-9]{1,8}$/.test(name)) return name;
  return extension === '' ? `${name}.${type.startsWith('text/') ? 'txt' : 'bin'}` : `${name}.${extension}`;
}

/** `filename*` wins over `filename` (RFC 6266, section 4.3). */
function dispositionName(header: string): string {
  const encoded = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header);
  if (encoded !== null && /^utf-8$/i.test(encoded[1] ?? '')) {
    const name = decoded(encoded[2] ?? '');
    if (name !== '') return name;
  }
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '';
}

function lastSegment(url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1);
  return decoded(path.split('/').findLast((segment) => segment !== '') ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** No folders, no hidden files, no characters that a file system refuses. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last
    .replaceAll(/[\p{Cc}<>:"|?*]/gu, '_')
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
    .slice(0, 150);
}
