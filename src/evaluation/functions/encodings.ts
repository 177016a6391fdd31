import { hexDigest, hexHmacSha256 } from '../values/crypto.js';
import { BadArgument, type TemplateFunction } from './call.js';

export const base64: TemplateFunction = ([text = '']) => Buffer.from(text, 'utf8').toString('base64');

export const base64url: TemplateFunction = ([text = '']) => Buffer.from(text, 'utf8').toString('base64url');

/** Padding may be left out, but only as a whole. */
export const base64Decode: TemplateFunction = ([text = '']) => {
  const bare = text.replace(/={1,2}$/, '');
  const isPadded = bare.length < text.length;
  const fits = bare.length % 4 !== 1 && (!isPadded || text.length % 4 === 0);
  if (!fits || !/^[A-Za-z0-9+/]*$/.test(bare)) throw new BadArgument('the text is no Base64');
  return Buffer.from(bare, 'base64').toString('utf8');
};

const hash =
  (algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512'): TemplateFunction =>
  ([text = '']) =>
    hexDigest(algorithm, text);

export const md5 = hash('md5');
export const sha1 = hash('sha1');
export const sha256 = hash('sha256');
export const sha512 = hash('sha512');

export const hmacSha256: TemplateFunction = ([key = '', text = '']) => hexHmacSha256(key, text);

export const urlEncode: TemplateFunction = ([text = '']) =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (kept) => `%${kept.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

/** As a part of a path or of a query, where a blank is no `+`. */
export const urlComponent: TemplateFunction = ([text = '']) => encodeURIComponent(text.toWellFormed());

export const urlDecode: TemplateFunction = ([text = '']) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BadArgument('the text is not percent-encoded UTF-8');
  }
};

export const json: TemplateFunction = ([text = '']) => text;
