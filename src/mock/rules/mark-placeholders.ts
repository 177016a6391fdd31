/** Replaces the placeholders of a request whose values are not known before a run. */
import type { Body, KeyValue, MultipartField, Request } from '../../request-file/model/model.js';
import { openingAt } from '../../request-file/text/template.js';

/**
 * Stands for a value that is not known. A number is valid wherever a placeholder may stand, in JSON with quotes and
 * without; a double holds it exactly, and nobody writes it.
 */
export const MARK = '730519482617305';

/** `isKnown` is asked for the source of each placeholder. */
export function markPlaceholders(request: Request, isKnown: (source: string) => boolean): Request {
  const mark = (text: string): string => markText(text, isKnown);
  const markValue = ({ key, value, line }: KeyValue): KeyValue => ({ key, value: mark(value), line });
  return {
    ...request,
    url: mark(request.url),
    headers: request.headers.map(markValue),
    queryParams: request.queryParams.map(markValue),
    body: request.body && markBody(request.body, mark, markValue),
  };
}

function markText(text: string, isKnown: (source: string) => boolean): string {
  let marked = '';
  let done = 0;
  let at = text.indexOf('{{');
  while (at >= 0) {
    const { state, start, end } = openingAt(text, at, text.length);
    if (state === 'closed' && !isKnown(text.slice(start, end))) {
      marked += text.slice(done, start) + MARK;
      done = end;
    }
    at = text.indexOf('{{', end);
  }
  return marked + text.slice(done);
}

function markBody(
  body: Body,
  mark: (text: string) => string,
  markValue: (field: KeyValue) => KeyValue,
): Body {
  switch (body.contentType) {
    case 'graphql': {
      const { graphql, variables } = body;
      return { ...body, graphql: mark(graphql), variables: variables && mark(variables) };
    }
    case 'multipart':
      return { ...body, fields: body.fields.map((field) => markPart(field, mark)) };
    case 'file':
      return { ...body, path: mark(body.path) };
    case 'form':
      if ('fields' in body) return { ...body, fields: body.fields.map(markValue) };
      return { ...body, raw: mark(body.raw) };
    default:
      return { ...body, raw: mark(body.raw) };
  }
}

function markPart(field: MultipartField, mark: (text: string) => string): MultipartField {
  if (field.kind === 'field') return { ...field, value: mark(field.value) };
  const { filename, type } = field;
  return {
    ...field,
    path: mark(field.path),
    ...(filename !== undefined && { filename: mark(filename) }),
    ...(type !== undefined && { type: mark(type) }),
  };
}
