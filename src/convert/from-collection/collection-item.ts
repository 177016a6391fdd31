/** An item of a collection with the properties it inherits from its folders. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Metadata } from '../../request-file/model/model.js';
import { looseText } from '../foreign-template.js';
import type { SharedLosses } from '../shared-losses.js';
import type { PlacedScript } from '../translated-scripts.js';
import { pointerStep } from '../../primitives/json-pointer.js';

/** The properties that folders and the collection pass to everything inside. */
export interface Inherited {
  /** The names of the folders, outermost first. */
  readonly folders: readonly string[];
  readonly auth: unknown;
  /** JSON pointer to the owner of `auth`. */
  readonly authPlace: string;
  /** Outermost first. */
  readonly scripts: readonly PlacedScript[];
  readonly directives: Metadata;
  /** Whether a body is sent with every method; otherwise methods such as GET have none. */
  readonly keepsBodies: boolean;
}

/** The inherited properties for everything inside `item`; losses are reported at their place. */
export function inherit(item: Mapping, place: string, from: Inherited, losses: SharedLosses): Inherited {
  return {
    folders: from.folders,
    auth: mapping(item['auth']) ?? from.auth,
    authPlace: mapping(item['auth']) === undefined ? from.authPlace : place,
    scripts: [...from.scripts, ...readEvents(item, place, losses)],
    directives: { ...from.directives, ...readBehavior(item, place, losses) },
    keepsBodies: keepsBodies(item) ?? from.keepsBodies,
  };
}

/** The scripts of an item; what of them is lost is reported with those of the item. */
function readEvents(item: Mapping, place: string, losses: SharedLosses): PlacedScript[] {
  return list(item['event']).flatMap((value, i) => {
    const event = mapping(value);
    const source = scriptText(event?.['script']);
    const path = `${place}/event${pointerStep(i)}`;
    const isElsewhere = mapping(event?.['script'])?.['src'] !== undefined;
    if (isElsewhere && event?.['disabled'] !== true)
      losses.lose(`${path}/script/src`, 'a script that is named by its address is not read');
    if (source.trim() === '' || event?.['disabled'] === true) return [];
    const stage = STAGES.get(text(event?.['listen']));
    if (stage !== undefined) return [{ place: path, stage, text: source, losses }];
    losses.lose(path, 'a script for another event has no counterpart');
    return [];
  });
}

const STAGES: ReadonlyMap<string, PlacedScript['stage']> = new Map([
  ['test', 'after'],
  ['prerequest', 'before'],
]);

function scriptText(script: unknown): string {
  const lines = mapping(script)?.['exec'] ?? script;
  return Array.isArray(lines) ? lines.map(looseText).join('\n') : text(lines);
}

const BODY_PRUNING = 'disableBodyPruning';

function keepsBodies(item: Mapping): boolean | undefined {
  const value = mapping(item['protocolProfileBehavior'])?.[BODY_PRUNING];
  return typeof value === 'boolean' ? value : undefined;
}

function readBehavior(item: Mapping, place: string, losses: SharedLosses): Metadata {
  const behavior = mapping(item['protocolProfileBehavior']) ?? {};
  for (const [name, value] of Object.entries(behavior)) {
    if (name === 'followRedirects' && typeof value === 'boolean') continue;
    if (name === 'disableCookies' && typeof value === 'boolean') continue;
    if (name === BODY_PRUNING && typeof value === 'boolean') continue;
    const path = `${place}/protocolProfileBehavior${pointerStep(name)}`;
    losses.lose(path, 'this setting has no counterpart');
  }
  return {
    ...(behavior['followRedirects'] === false && { noRedirect: true }),
    ...(behavior['disableCookies'] === true && { noCookieJar: true }),
  };
}
