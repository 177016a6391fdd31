/** An item of a collection with the properties it inherits from its folders. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Assertion, Capture, Metadata } from '../../request-file/model/model.js';
import { looseText } from '../foreign-template.js';
import { readTestScript } from '../scripts/test-script.js';
import type { SharedLosses } from '../shared-losses.js';
import { pointerStep } from '../../primitives/json-pointer.js';

/** The properties that folders and the collection pass to everything inside. */
export interface Inherited {
  /** The names of the folders, outermost first. */
  readonly folders: readonly string[];
  readonly auth: unknown;
  /** JSON pointer to the owner of `auth`. */
  readonly authPlace: string;
  readonly assertions: readonly Assertion[];
  readonly captures: readonly Capture[];
  readonly directives: Metadata;
}

/** The inherited properties for everything inside `item`; losses are reported at their place. */
export function inherit(item: Mapping, place: string, from: Inherited, losses: SharedLosses): Inherited {
  const scripts = readEvents(item, place, losses);
  return {
    folders: from.folders,
    auth: mapping(item['auth']) ?? from.auth,
    authPlace: mapping(item['auth']) === undefined ? from.authPlace : place,
    assertions: [...from.assertions, ...scripts.assertions],
    captures: [...from.captures, ...scripts.captures],
    directives: { ...from.directives, ...readBehavior(item, place, losses) },
  };
}

interface Scripts {
  readonly assertions: Assertion[];
  readonly captures: Capture[];
}

function readEvents(item: Mapping, place: string, losses: SharedLosses): Scripts {
  const found: Scripts = { assertions: [], captures: [] };
  list(item['event']).forEach((value, i) => {
    const event = mapping(value);
    const source = scriptText(event?.['script']);
    if (source.trim() === '' || event?.['disabled'] === true) return;
    const path = `${place}/event${pointerStep(i)}`;
    if (event?.['listen'] !== 'test') {
      losses.lose(path, 'scripts before a request have no counterpart');
      return;
    }
    const script = readTestScript(source);
    found.assertions.push(...script.assertions);
    found.captures.push(...script.captures);
    if (!script.complete)
      losses.lose(path, 'the test script holds more than plain checks, which are all that is kept');
  });
  return found;
}

function scriptText(script: unknown): string {
  const lines = mapping(script)?.['exec'] ?? script;
  return Array.isArray(lines) ? lines.map(looseText).join('\n') : text(lines);
}

function readBehavior(item: Mapping, place: string, losses: SharedLosses): Metadata {
  const behavior = mapping(item['protocolProfileBehavior']) ?? {};
  for (const [name, value] of Object.entries(behavior)) {
    if (name === 'followRedirects' && typeof value === 'boolean') continue;
    if (name === 'disableCookies' && typeof value === 'boolean') continue;
    const path = `${place}/protocolProfileBehavior${pointerStep(name)}`;
    losses.lose(path, 'this setting has no counterpart');
  }
  return {
    ...(behavior['followRedirects'] === false && { noRedirect: true }),
    ...(behavior['disableCookies'] === true && { noCookieJar: true }),
  };
}
