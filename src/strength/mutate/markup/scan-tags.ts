/** Finds the tags of an XML text that has been read as well-formed, with the patterns of its reader. */
import { ATTRIBUTE, documentTypeEnd, NAME, TAG_END } from '../../../evaluation/xpath/read-xml.js';

/** An element by its tags. */
export interface Tag {
  readonly start: number;
  readonly nameEnd: number;
  readonly contentStart: number;
  contentEnd: number;
  /** -1 without an end tag. */
  endTagNameEnd: number;
  end: number;
  /** Declarations of namespaces are none. */
  readonly attributes: readonly WrittenAttribute[];
  readonly children: Tag[];
}

export interface WrittenAttribute {
  /** With the blank before it. */
  readonly start: number;
  readonly end: number;
  readonly nameEnd: number;
  readonly contentStart: number;
}

/** The root element. */
export function scanTags(text: string): Tag | undefined {
  const open: Tag[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = endOfOther(text, at);
    if (skipped > 0) {
      at = skipped;
      continue;
    }
    if (text.startsWith('</', at)) {
      const end = text.indexOf('>', at) + 1;
      const tag = open.pop();
      if (tag === undefined || end === 0) return undefined;
      tag.contentEnd = at;
      tag.endTagNameEnd = at + text.slice(at, end - 1).trimEnd().length;
      tag.end = at = end;
      if (open.length === 0) return tag;
      continue;
    }
    const tag = startTag(text, at);
    if (tag === undefined) return undefined;
    open.at(-1)?.children.push(tag);
    at = tag.contentStart;
    if (!text.startsWith('/>', at - 2)) open.push(tag);
    else if (open.length === 0) return tag;
  }
  return undefined;
}

/** Behind a comment and the like; 0 for a tag. */
function endOfOther(text: string, at: number): number {
  for (const [start, end] of OTHERS)
    if (text.startsWith(start, at)) return text.indexOf(end, at + start.length) + end.length;
  return text.startsWith('<!DOCTYPE', at) ? documentTypeEnd(text, at) : 0;
}

const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** It ends as an element without content, until its end tag is found. */
function startTag(text: string, start: number): Tag | undefined {
  NAME.lastIndex = start + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return undefined;
  const nameEnd = start + 1 + name.length;
  const attributes: WrittenAttribute[] = [];
  let at = nameEnd;
  for (ATTRIBUTE.lastIndex = at; ; ATTRIBUTE.lastIndex = at) {
    const found = ATTRIBUTE.exec(text);
    if (found === null) break;
    const [written, attribute = '', double, single = ''] = found;
    const end = at + written.length;
    const isNamespace = attribute === 'xmlns' || attribute.startsWith('xmlns:');
    if (!isNamespace)
      attributes.push({
        start: at,
        end,
        nameEnd: at + written.indexOf(attribute) + attribute.length,
        contentStart: end - 1 - (double ?? single).length,
      });
    at = end;
  }
  TAG_END.lastIndex = at;
  const tail = TAG_END.exec(text)?.[0];
  if (tail === undefined) return undefined;
  const end = at + tail.length;
  return {
    start,
    nameEnd,
    contentStart: end,
    contentEnd: end,
    endTagNameEnd: -1,
    end,
    attributes,
    children: [],
  };
}
