const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    json: 'application/json',
    xml: 'application/xml',
    html: 'text/html',
    htm: 'text/html',
    txt: 'text/plain',
    csv: 'text/csv',
    yaml: 'application/yaml',
    yml: 'application/yaml',
  }),
);

/** Of a file that is sent (language 3.4). */
export function mediaType(path: string): string {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION.get(extension) ?? 'application/octet-stream';
}
