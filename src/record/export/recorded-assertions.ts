import { entriesOf } from '../../primitives/json/key-order.js';
import type { Assertion } from '../../request-file/model/model.js';
import { isJsonType, mediaTypeOf } from '../../primitives/text/content-type.js';
import { parseJson } from '../../evaluation/values/json.js';
import { pathText } from '../recordings/produced-values.js';
import { shownText } from '../recordings/recorded-text.js';
import { headerOf, type Recording } from '../recordings/recording.js';

const MAX_ASSERTED_KEYS = 20;

/** Asserts the status, type and shape of the response, but no values, which may differ the next time. */
export function deriveAssertions({ response }: Recording): Assertion[] {
  const { statusCode, headers, body } = response;
  const assertions = [assertion('status', 'equals', statusCode)];
  const contentType = shownText(headerOf(headers, 'content-type') ?? '');
  if (!isJsonType(contentType)) return assertions;
  const type = mediaTypeOf(contentType);
  assertions.push({ ...assertion('header Content-Type', 'contains', type), raw: type });
  const value = body.text === null ? undefined : parsed(shownText(body.text));
  if (Array.isArray(value)) {
    assertions.push({ ...assertion('body', 'type', 'array'), raw: 'array' });
    if (value.length > 0) assertions.push(assertion('body', 'lengthGreaterThan', 0));
  } else if (typeof value === 'object' && value !== null) {
    const keys = entriesOf(value as Readonly<Record<string, unknown>>).filter(
      ([, member]) => member !== null,
    );
    for (const [key] of keys.slice(0, MAX_ASSERTED_KEYS)) {
      const path = pathText([key]);
      if (path !== undefined)
        assertions.push(assertion(path.startsWith('[') ? `body${path}` : `body.${path}`, 'exists'));
    }
  }
  return assertions;
}

function assertion(subject: string, operator: string, expected: Assertion['expected'] = null): Assertion {
  return { subject, operator, expected, line: 0 };
}

/** A placeholder may stand in place of a number; undefined for text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return parsedWithPlaceholders(text);
  }
}

function parsedWithPlaceholders(text: string): unknown {
  try {
    return parseJson(text.replace(/(?<=[:[,]\s*)\{\{[^{}]+\}\}/g, 'true'));
  } catch {
    return undefined;
  }
}
