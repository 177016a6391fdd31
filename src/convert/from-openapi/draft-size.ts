/** The size of a request as it will be written. */
import type { BodyDraft, ImportedRequestDraft } from '../import-draft.js';

/** A directive, the block of assertions and the blank lines around the parts. */
const LINES_AROUND = 32;
const ASSERTION_LINE = 24;

export function draftBytes(draft: ImportedRequestDraft): number {
  const { title, name, description = '', tags = [], method, url, query = [], headers = [] } = draft;
  const { queryComments = [], directives = {}, assertions = [] } = draft;
  const lines = [
    `### ${title}`,
    name === title ? '' : `# @name ${name}`,
    description === '' ? '' : `# @description ${description}`,
    tags.length === 0 ? '' : `# @tags ${tags.join(', ')}`,
    directives.auth === undefined
      ? ''
      : `# @auth ${directives.auth.type} ${directives.auth.params.join(', ')}`,
    `${method} ${url}`,
    ...query.map(({ key, value }) => `? ${key} = ${value}`),
    ...queryComments.map((comment) => `# ${comment}`),
    ...headers.map(({ key, value }) => `${key}: ${value}`),
    ...assertions.map(({ subject, raw }) => `${subject} ${raw ?? ''}`),
    ...bodyLines(draft.body),
  ];
  return Buffer.byteLength(lines.join('\n')) + LINES_AROUND + assertions.length * ASSERTION_LINE;
}

function bodyLines(body: BodyDraft | undefined): string[] {
  switch (body?.kind) {
    case 'text':
      return [body.text];
    case 'form':
      return body.fields.map(({ key, value }) => `& ${key} = ${value}`);
    case 'multipart':
      return body.fields.map((part) =>
        part.kind === 'field'
          ? `field ${part.name} = ${part.value}`
          : `file ${part.name} @${part.path}; type=${part.type ?? ''}`,
      );
    case 'file':
      return [`< ${body.path}`];
    case 'graphql':
    case undefined:
      return [];
  }
}
