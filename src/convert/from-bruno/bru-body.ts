/** The body of a `.bru` request: the block that the request names. */
import { blockText } from './bru-blocks.js';
import type { BruDocument } from './bru-document.js';
import type { BrunoBody, BrunoEntry, BrunoPart } from './bruno-item.js';

export function readBruBody(document: BruDocument, mode: string): BrunoBody | undefined {
  switch (mode.toLowerCase().replaceAll('-', '')) {
    case 'json':
    case 'text':
    case 'xml':
    case 'sparql':
      return textBody(document, mode.toLowerCase());
    case 'formurlencoded':
      return { mode: 'form', fields: document.entries('body:form-urlencoded') };
    case 'multipartform':
      return {
        mode: 'multipart',
        parts: document
          .entries('body:multipart-form')
          .filter(({ enabled }) => enabled)
          .map(readPart),
      };
    case 'graphql':
      return {
        mode: 'graphql',
        query: document.text('body:graphql'),
        variables: document.text('body:graphql:vars'),
      };
    case 'file':
      return fileBody(document.entries('body:file'));
    default:
      return undefined;
  }
}

function textBody(document: BruDocument, mode: string): BrunoBody | undefined {
  const block = document.block(`body:${mode}`, ...(mode === 'json' ? ['body'] : []));
  const text = block === undefined ? '' : blockText(block);
  return text.trim() === '' ? undefined : { mode: mode as 'json' | 'text' | 'xml' | 'sparql', text };
}

function fileBody(entries: readonly BrunoEntry[]): BrunoBody | undefined {
  const chosen = entries.find(({ enabled }) => enabled);
  if (chosen === undefined) return undefined;
  const { value, files = [], type = '' } = readPart(chosen);
  return { mode: 'file', path: files[0] ?? value, type };
}

const TYPE = '@contentType(';

/** `@file(a.png|b.png) @contentType(image/png)`, or text. */
function readPart({ name, value }: BrunoEntry): BrunoPart {
  const start = value.endsWith(')') ? value.lastIndexOf(TYPE) : -1;
  const content = start < 0 ? value : value.slice(0, start).trimEnd();
  const paths = /^@file\((.*)\)$/s.exec(content)?.[1];
  return {
    name,
    value: content,
    ...(start >= 0 && { type: value.slice(start + TYPE.length, -1).trim() }),
    ...(paths !== undefined && { files: paths.split('|').filter((path) => path !== '') }),
  };
}
