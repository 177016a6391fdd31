import { anchors, withoutExamples, type Page } from '../files/markdown.js';
import type { SourceWords } from './source-words.js';

/** Public documents, whose sections may be cited. */
const PUBLIC =
  /(?:RFC \d+|ECMA|XPath|XML|SQLite|Unicode|ITU|W3C|WHATWG|HTML|OpenAPI|JSON Schema|Swagger|POSIX|PostgreSQL|MySQL|MCP|CommonMark|YAML|Fetch|https:)(?:(?!\. ).){0,60}$/;

/** References to sections, rows and rules of documents that are not part of the repository. */
const ABSENT: readonly RegExp[] = [
  /(?<![\w/.-])(?:server|language|cli|mcp|service|compat|scale|ecosystem)\.md\b/g,
  /\b(?:server|language|cli|mcp|service|compat|scale|ecosystem),? (?:sections? )?\d+(?:\.\d+)+/g,
  /\bsections? \d+(?:\.\d+)*/gi,
  /\brows? [A-Z]{1,2}\d+\b/g,
  /\brules? \d+\b/g,
  /\bthe seed's\b|\bseed's form\b/g,
];

/** Citations of absent documents in the comments of a file. */
export function citationViolations({ path, comments }: SourceWords): string[] {
  return comments.flatMap(({ text, line }) =>
    citationsIn(text).map((citation) => `${path}:${line}: "${citation}"`),
  );
}

/** Citations of absent documents in a page, where a link to another page is allowed. */
export function pageCitations(page: Page): string[] {
  const prose = withoutExamples(page).replaceAll(/\]\([^)]*\)/g, ']');
  return citationsIn(prose.replaceAll(/`[^`\n]*`/g, '')).map((citation) => `${page.path}: "${citation}"`);
}

function citationsIn(text: string): string[] {
  return ABSENT.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !PUBLIC.test(text.slice(Math.max(0, index - 100), index)))
      .map(([citation]) => citation),
  );
}

const DOCUMENT_LINK = /(?<![\w/-])docs\/([\w-]+)\.md(?:#([\w-]+))?/g;

/** Links to `docs/<page>.md#<heading>` in the comments of a file whose page or heading does not exist. */
export function brokenDocumentLinks({ path, comments }: SourceWords, pages: readonly Page[]): string[] {
  return comments.flatMap(({ text, line }) =>
    documentLinks(text).flatMap(({ target, page, anchor }) => {
      const found = pages.find((each) => each.path === `docs/${page}.md`);
      const exists = found !== undefined && (anchor === undefined || anchors(found).has(anchor));
      return exists ? [] : [`${path}:${line}: ${target}`];
    }),
  );
}

interface DocumentLink {
  readonly target: string;
  readonly page: string;
  readonly anchor: string | undefined;
}

export function documentLinks(text: string): readonly DocumentLink[] {
  return [...text.matchAll(DOCUMENT_LINK)].map(([target, page = '', anchor]) => ({ target, page, anchor }));
}
