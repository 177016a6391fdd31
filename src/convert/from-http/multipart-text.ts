/** Bodies that are written out with their boundaries and include files become blocks, in which files have their place. */
import { posix } from 'node:path';
import type { MultipartBody, MultipartField, Request } from '../../request-file/model/model.js';
import { toOneLine } from '../writable-text.js';

const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"{}]+)"|([^\s;"{}]+))/i;
const INCLUDE = /^<@?[ \t]+(\S.*)$/;

/** The parts of a request that change; undefined if its body includes no file, or has parts that a block cannot have. */
export function multipartBlock({ headers, body }: Request): Pick<Request, 'headers' | 'body'> | undefined {
  if (body?.contentType !== 'raw' || !/^<@?[ \t]/m.test(body.raw)) return undefined;
  const type = headers.find(({ key }) => key.toLowerCase() === 'content-type');
  const [, quoted, plain] = BOUNDARY.exec(type?.value.trim() ?? '') ?? [];
  const boundary = quoted ?? plain;
  const parts = boundary === undefined ? undefined : cutParts(body.raw, boundary);
  const fields = parts?.map(fieldOf);
  if (fields === undefined || fields.length === 0 || !fields.every((field) => field !== undefined))
    return undefined;
  const block: MultipartBody = { contentType: 'multipart', raw: '', fields, line: 0 };
  return { headers: headers.filter((header) => header !== type), body: block };
}

/** The lines of each part; undefined without an end. */
function cutParts(raw: string, boundary: string): string[][] | undefined {
  const parts: string[][] = [];
  let isEnded = false;
  for (const line of raw.split(/\r\n|\r|\n/)) {
    const text = line.trimEnd();
    if (text === `--${boundary}--`) isEnded = true;
    else if (text === `--${boundary}`) parts.push([]);
    else if (parts.length > 0 && !isEnded) parts.at(-1)?.push(line);
    else if (text !== '') return undefined;
  }
  return isEnded ? parts : undefined;
}

function fieldOf(lines: readonly string[]): MultipartField | undefined {
  const blank = lines.findIndex((line) => line.trim() === '');
  if (blank < 0) return undefined;
  const heads = new Map(
    lines.slice(0, blank).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = heads.get('content-disposition') ?? '';
  const name = parameterOf(disposition, 'name');
  const filename = parameterOf(disposition, 'filename');
  const type = heads.get('content-type');
  const others = [...heads.keys()].filter((key) => key !== 'content-disposition' && key !== 'content-type');
  if (name === undefined || !/^[^\s=@][^\s=]*$/.test(name) || others.length > 0) return undefined;
  const content = lines.slice(blank + 1).join('\n');
  const path = INCLUDE.exec(content.trim())?.[1]?.trim();
  if (path !== undefined && !path.includes('\n')) return filePart(name, path, type, filename);
  if (filename !== undefined || (type !== undefined && !/^text\/plain\s*(?:;|$)/i.test(type)))
    return undefined;
  return { kind: 'field', name, value: toOneLine(content), line: 0 };
}

function filePart(
  name: string,
  path: string,
  type: string | undefined,
  filename: string | undefined,
): MultipartField | undefined {
  if ([path, type ?? '', filename ?? ''].some((text) => text.includes(';'))) return undefined;
  return {
    kind: 'file',
    name,
    path,
    ...(type !== undefined && { type }),
    ...(filename !== undefined && filename !== posix.basename(path) && { filename }),
    line: 0,
  };
}

function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition);
  return found?.[1] ?? found?.[2];
}
