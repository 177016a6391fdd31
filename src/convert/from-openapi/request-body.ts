/** Converts the body of a request and the headers it needs. */
import { encodingOf, classifyMedia, type OperationMedia } from '../../documents/operation-media.js';
import { readStyle } from '../../documents/parameter-style.js';
import { mapping, text } from '../../documents/plain-data.js';
import type { Located } from '../../documents/references.js';
import { writtenExample } from '../../documents/written-examples.js';
import { isJson } from '../../primitives/json-scanner.js';
import { entriesOf } from '../../primitives/json/key-order.js';
import { literalText } from '../../request-file/write-safely.js';
import type { BodyDraft, PairDraft, PartDraft } from '../import-draft.js';
import { requestName } from '../import-names.js';
import type { FlatSchema } from './flat-schema.js';
import { stylePairs } from './parameter-style.js';
import type { OperationContext } from './operation-context.js';
import type { ImportSampler } from './sample.js';
import { jsonText, plainText } from './sample-value.js';
import { toXml } from './xml-text.js';

export interface SentBody {
  readonly body?: BodyDraft;
  readonly headers: readonly PairDraft[];
  /** Files that the user has to supply. */
  readonly needs: readonly string[];
  /** Whether a text stands for a file, because none can be written beside the request. */
  readonly hasPlaceholder?: true;
}

const PLACEHOLDER = 'placeholder';

/** Also used for an empty form, which is equivalent to no body. */
export const NO_BODY: SentBody = { headers: [], needs: [] };

export function convertBody(media: OperationMedia, context: OperationContext): SentBody {
  switch (classifyMedia(media.type)) {
    case 'json':
      return jsonBody(media, media.type, context);
    case 'any':
      return jsonBody(media, 'application/json', context);
    case 'urlencoded':
      return formBody(media, context);
    case 'multipart':
      return multipartBody(media, context);
    case 'text':
      return textBody(media, context);
    case 'binary':
      return fileBody(media, context);
  }
}

function fileBody(media: OperationMedia, { owner, api }: OperationContext): SentBody {
  const headers = contentType(media.type);
  if (!api.savesFiles)
    return { body: { kind: 'text', text: PLACEHOLDER }, headers, needs: [], hasPlaceholder: true };
  const path = `./${requestName(owner)}.bin`;
  return { body: { kind: 'file', path }, headers, needs: [path] };
}

function contentType(type: string): PairDraft[] {
  return [{ key: 'Content-Type', value: literalText(type) }];
}

function schemasOf({ value, home }: OperationMedia): readonly Located[] {
  return value['schema'] === undefined ? [] : [{ value: value['schema'], home }];
}

function jsonBody(media: OperationMedia, type: string, context: OperationContext): SentBody {
  const value = writtenExample(media, context)?.value ?? context.sampler.sample(schemasOf(media)) ?? {};
  const written = typeof value === 'string' ? jsonInText(value) : undefined;
  const body =
    written === undefined
      ? jsonText(value, context.api.budget)
      : literalText(context.api.budget.take(written));
  return { body: { kind: 'text', text: body }, headers: contentType(type), needs: [] };
}

/** Some documents give the example of a JSON body as a string of JSON. */
function jsonInText(value: string): string | undefined {
  return /^\s*[{[]/.test(value) && isJson(value) ? value.trim() : undefined;
}

interface FormMember {
  readonly name: string;
  readonly value: unknown;
  readonly schema: FlatSchema;
}

/** The members of an example, else of the schema, in the order of the document. */
function formMembers(media: OperationMedia, context: OperationContext): FormMember[] {
  const { sampler } = context;
  const flat = sampler.combine(schemasOf(media));
  const example = mapping(writtenExample(media, context)?.value);
  const members = example ?? mapping(flat.given?.value);
  const schemaOf = (name: string): FlatSchema => sampler.combine(flat.properties.get(name) ?? []);
  if (members !== undefined)
    return entriesOf(members).map(([name, value]) => ({ name, value, schema: schemaOf(name) }));
  return [...flat.properties.keys()].flatMap((name) => {
    const schema = schemaOf(name);
    if (schema.keywords.get('readOnly') === true) return [];
    return {
      name,
      value: flat.givenMembers.get(name) ?? sampler.sampleCombined(schema, [flat]) ?? '',
      schema,
    };
  });
}

/** What the document gives for a form as a whole. */
function formExample(media: OperationMedia, context: OperationContext): unknown {
  return writtenExample(media, context)?.value ?? context.sampler.combine(schemasOf(media)).given?.value;
}

function formBody(media: OperationMedia, context: OperationContext): SentBody {
  const example = formExample(media, context);
  // Some documents give the example of a form as it is sent.
  if (typeof example === 'string' && example.includes('=')) {
    const text = literalText(context.api.budget.take(example));
    return { body: { kind: 'text', text }, headers: contentType(media.type), needs: [] };
  }
  if (example !== undefined && mapping(example) === undefined)
    context.lose(media.below, 'an example of a form that has no fields has no counterpart');
  const fields = formMembers(media, context).flatMap(({ name, value }) =>
    fieldPairs(name, value, media, context),
  );
  if (fields.length === 0) return NO_BODY;
  return { body: { kind: 'form', fields }, headers: contentType(media.type), needs: [] };
}

/** Lists repeat the key; an object is sent as JSON unless the document sets another style. */
function fieldPairs(
  name: string,
  value: unknown,
  media: OperationMedia,
  { api }: OperationContext,
): PairDraft[] {
  const encoding = encodingOf(media, name);
  if (!Array.isArray(value) && encoding['style'] === undefined)
    return [{ key: name, value: plainText(value, api.budget) }];
  const properties = mapping(mapping(media.value['schema'])?.['properties']);
  const property = api.version === '2.0' ? mapping(properties?.[name]) : encoding;
  return stylePairs(name, value, readStyle(property ?? {}, 'form', api.version), api.budget);
}

function multipartBody(media: OperationMedia, context: OperationContext): SentBody {
  const needs: string[] = [];
  const placeholders: string[] = [];
  const example = formExample(media, context);
  if (example !== undefined && mapping(example) === undefined)
    context.lose(media.below, 'an example of the parts as one text has no counterpart');
  const fields = formMembers(media, context).flatMap(({ name, value, schema }): PartDraft[] => {
    const type = text(encodingOf(media, name)['contentType']);
    if (!isBinary(schema, context.sampler, type))
      return fieldPairs(name, value, media, context).map((pair) => ({
        kind: 'field',
        name: pair.key,
        value: pair.value,
      }));
    if (!context.api.savesFiles) {
      placeholders.push(name);
      return [{ kind: 'field', name, value: PLACEHOLDER }];
    }
    const path = `./${name.replace(/[^\w.-]+/g, '_')}.bin`;
    needs.push(path);
    return [{ kind: 'file', name, path, ...(/^[\w.+-]+\/[\w.+-]+$/.test(type) && { type }) }];
  });
  if (fields.length === 0) return NO_BODY;
  const body = { kind: 'multipart', fields } as const;
  return { body, headers: [], needs, ...(placeholders.length > 0 && { hasPlaceholder: true }) };
}

/** A file, or a list of files. */
function isBinary(schema: FlatSchema, sampler: ImportSampler, type: string): boolean {
  const {
    type: kind,
    keywords,
    items,
  } = schema.items === undefined ? schema : sampler.combine([schema.items]);
  if (kind === 'file' || keywords.get('format') === 'binary') return true;
  if (keywords.has('contentMediaType') && !keywords.has('contentEncoding')) return true;
  return type !== '' && classifyMedia(type) === 'binary' && kind !== 'object' && items === undefined;
}

function textBody(media: OperationMedia, context: OperationContext): SentBody {
  const example = writtenExample(media, context);
  const flat = context.sampler.combine(schemasOf(media));
  const value = example?.value ?? context.sampler.sampleCombined(flat) ?? '';
  const isXml = /[/+]xml\b/i.test(media.type);
  const body =
    isXml && typeof value !== 'string' ? toXml(value, flat, context) : plainText(value, context.api.budget);
  return { body: { kind: 'text', text: body }, headers: contentType(media.type), needs: [] };
}
