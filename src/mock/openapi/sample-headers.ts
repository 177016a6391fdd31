/** The headers of a described response: those that are required, and those that have an example. */
import { isJsonMedia } from '../../documents/operation-media.js';
import { entries, mapping } from '../../documents/plain-data.js';
import { writtenExample } from '../../documents/written-examples.js';
import { textOf, toJson } from '../../evaluation/values/json.js';
import { entriesOf } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { pointerStep } from '../../primitives/json-pointer.js';
import { isServerHeader } from '../responses/mock-response.js';
import type { ApiDescription } from './api-description.js';
import type { OperationPlan, PlannedResponse } from './operation-plan.js';
import { sampleSchema } from './sample-response.js';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The media type and the length are those of the body. */
export async function sampleHeaders(
  { value, home, below }: PlannedResponse,
  { source }: OperationPlan,
  description: ApiDescription,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const headers: (readonly [string, string])[] = [];
  for (const [name, written] of entries(value['headers'])) {
    if (!NAME.test(name) || isServerHeader(name) || name.toLowerCase() === 'content-type') continue;
    const place = `${below}/headers${pointerStep(name)}`;
    const header = { below: place, ...source.resolveMapping(written, home, place) };
    const example = writtenExample(header, source);
    if (!example && header.value['required'] !== true) continue;
    const [content] = entries(header.value['content']);
    const sampled =
      example ??
      (await sampleOf(
        content ? mapping(content[1])?.['schema'] : header.value['schema'],
        header,
        description,
      ));
    if (sampled === undefined) continue;
    const isJson = content !== undefined && isJsonMedia(content[0]);
    headers.push([name, headerText(isJson ? toJson(sampled.value) : sampled.value, header.value)]);
  }
  return headers;
}

async function sampleOf(
  written: unknown,
  { home }: { readonly home: { readonly location: string } },
  description: ApiDescription,
): Promise<{ readonly value: unknown } | undefined> {
  if (mapping(written) === undefined) return { value: 'sample' };
  return sampleSchema(await description.schemas.locate(written, home.location), description);
}

/** The simple style of OpenAPI, on one line. */
function headerText(value: unknown, header: Readonly<Record<string, unknown>>): string {
  const text = Array.isArray(value)
    ? value.map(textOf).join(',')
    : isPlainObject(value)
      ? entriesOf(value)
          .map(([key, member]) => `${key}${header['explode'] === true ? '=' : ','}${textOf(member)}`)
          .join(',')
      : textOf(value);
  return text.replace(/[^\t\x20-\x7e\x80-\u{10ffff}]+/gu, ' ');
}
