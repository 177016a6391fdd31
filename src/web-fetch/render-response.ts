/** Renders a fetched response in one of four formats. */
import { STATUS_CODES } from 'node:http';
import { roundThousandths } from '../primitives/time/round-thousandths.js';
import { headerValues } from '../http/message/header-list.js';
import type { Fetched } from './bounded-fetch.js';
import { decodeBody, type DecodedBody } from './charset.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { fenceAround, formatCodeBlock } from './html/markdown-text.js';
import { replaceInvisible } from './html/invisible-characters.js';
import { indentedJson } from './json-text.js';
import { detectMedia, type Media, type MediaKind } from './media-kind.js';
import { redactShownHeaders, shownLocation } from './redact-response.js';
import { sanitiseUrl } from './rules/url-rules.js';

export const FORMATS = ['raw', 'text', 'markdown', 'json'] as const;
export type FetchFormat = (typeof FORMATS)[number];

export interface RenderOptions {
  readonly mainContent: boolean;
  /** The limit of the rendered text; more is an error. */
  readonly maxBytes: number;
  /** JSON that would be longer when it is indented stays as received. */
  readonly maxIndentedChars: number;
  /** What to do about a text that is too large. */
  readonly adviceFor?: (kind: MediaKind) => string;
}

/** The fields of every response, in their order. */
export interface ResponseHead {
  readonly source: string;
  readonly final_url: string;
  readonly status: string;
  readonly status_code: number;
  readonly content_type: string;
  readonly size: number;
}

export interface RenderedPage {
  readonly head: ResponseHead;
  readonly text: string;
  /** Where the response leads, in its shown form; empty when nowhere. */
  readonly location: string;
  /** The title of the page; empty for anything but HTML. */
  readonly title: string;
}

/** Renders the formats `text` and `markdown`. */
export async function renderPage(
  fetched: Fetched,
  format: 'text' | 'markdown',
  options: RenderOptions,
): Promise<RenderedPage> {
  const head = responseHead(fetched);
  const media = detectMedia(head.content_type, fetched.body);
  if (media.kind === 'binary') {
    const type = media.type.replace(/\s*;.*$/s, '');
    throw new FetchFailure('unsupported_media', `${type} is binary; use format raw`);
  }
  const decoded = decodeBody(fetched.body, media.kind, head.content_type);
  const { text, title } = await rendered(decoded, media, format, fetched, options);
  const location = locationOf(fetched);
  const whole = format === 'text' ? text : responseDocument(fetched, { ...head, location }, media.type, text);
  checkSize(whole, options.maxBytes, options.adviceFor?.(media.kind));
  return { head, text: whole, location, title };
}

/** Renders the formats `raw` and `json`. */
export function renderEnvelope(fetched: Fetched, format: 'raw' | 'json', maxBytes: number): string {
  const envelope = format === 'raw' ? createRawEnvelope(fetched) : createJsonEnvelope(fetched);
  const text = JSON.stringify(envelope, null, 2);
  checkSize(text, maxBytes);
  return text;
}

export function createRawEnvelope(fetched: Fetched): Readonly<Record<string, unknown>> {
  return { ...responseHead(fetched), encoding: 'base64', data: base64(fetched.body) };
}

export function createJsonEnvelope(fetched: Fetched): Readonly<Record<string, unknown>> {
  const { source, final_url, status, status_code, content_type, size } = responseHead(fetched);
  const media = detectMedia(content_type, fetched.body);
  const decoded: DecodedBody | undefined =
    media.kind === 'binary' ? undefined : decodeBody(fetched.body, media.kind, content_type);
  return {
    source,
    final_url,
    request_method: fetched.method,
    status,
    status_code,
    content_type,
    charset: decoded?.charset ?? '',
    redirects: fetched.redirects,
    duration_ms: roundThousandths(fetched.duration),
    size,
    headers: redactShownHeaders(fetched.headers, fetched.finalUrl),
    body: decoded?.text ?? base64(fetched.body),
    body_encoding: decoded ? 'utf-8' : 'base64',
  };
}

const MAX_TYPE_CHARACTERS = 256;

function responseHead(fetched: Fetched): ResponseHead {
  const { statusCode, statusText, headers, body } = fetched;
  const reason = statusText.trim() || STATUS_CODES[statusCode] || '';
  return {
    source: sanitiseUrl(fetched.source),
    final_url: sanitiseUrl(fetched.finalUrl),
    status: `${statusCode} ${withoutControls(reason)}`.trim(),
    status_code: statusCode,
    content_type: withoutControls(headerValues(headers, 'content-type')[0] ?? '').slice(
      0,
      MAX_TYPE_CHARACTERS,
    ),
    size: body.length,
  };
}

function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

function base64(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
}

/** The target of a redirect that was not followed, or the address of what was created. */
function locationOf({ statusCode, headers, finalUrl }: Fetched): string {
  const hasTarget = statusCode === 201 || (statusCode >= 300 && statusCode <= 399);
  return hasTarget ? shownLocation(headerValues(headers, 'location')[0], finalUrl) : '';
}

type Rendered = Pick<RenderedPage, 'text' | 'title'>;

async function rendered(
  { text }: DecodedBody,
  { kind }: Media,
  format: 'text' | 'markdown',
  fetched: Fetched,
  options: RenderOptions,
): Promise<Rendered> {
  const plain = (result: string): Rendered => ({ text: result, title: '' });
  const asFence = (result: string, language: string): Rendered =>
    plain(format === 'text' ? result : result === '' ? '' : `${formatCodeBlock(result, language)}\n`);
  switch (kind) {
    case 'html': {
      const { renderHtml } = await import('./html/render-html.js');
      return renderHtml(text, format, sanitiseUrl(fetched.finalUrl), options.mainContent);
    }
    case 'json': {
      const indented = indentedJson(text, options.maxIndentedChars);
      if (indented === undefined) return asFence(replaceInvisible(text, 'escapes'), 'text');
      const isTooLong = indented === null || Buffer.byteLength(indented) > options.maxBytes;
      return asFence(replaceInvisible(isTooLong ? text : indented, 'JSON escapes'), 'json');
    }
    case 'markdown':
      return plain(replaceInvisible(text, 'escapes'));
    case 'xml':
      return asFence(replaceInvisible(text, 'escapes'), 'xml');
    case 'text':
    case 'binary':
      return asFence(replaceInvisible(text, 'escapes'), 'text');
  }
}

/** Builds the Markdown document around a page. */
function responseDocument(
  { duration }: Fetched,
  { source, final_url, status, size, location }: ResponseHead & Pick<RenderedPage, 'location'>,
  type: string,
  body: string,
): string {
  const items = [
    `Source: <${source}>`,
    ...(final_url === source ? [] : [`Final URL: <${final_url}>`]),
    `Status: ${span(status)}`,
    ...(location === '' ? [] : [`Location: <${location}>`]),
    `Content-Type: ${span(type)}`,
    `Duration: ${span(`${duration.toFixed(1)} ms`)}`,
    `Size: ${span(`${size} bytes`)}`,
  ];
  const lines = items.map((item) => `- ${item}`).join('\n');
  const content = body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();
  return `# HTTP response\n\n${lines}\n\n## Body\n${content === '' ? '' : `\n${content}\n`}`;
}

function span(text: string): string {
  const fence = fenceAround(text, 1);
  const pad = text === '' || /^`|`$/.test(text) ? ' ' : '';
  return fence + pad + text + pad + fence;
}

function checkSize(text: string, maxBytes: number, hint?: string): void {
  if (text.length <= maxBytes && (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes)) return;
  const options = hint === undefined ? {} : { hint };
  throw new FetchFailure('result_too_large', `the rendered result exceeds ${maxBytes} bytes`, options);
}
