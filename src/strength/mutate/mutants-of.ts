/** The ways in which one response could break. */
import { bodyPathText } from '../../request-file/print/body-path-text.js';
import { captureSource } from '../../request-file/print/print-value.js';
import type { Change, Mutant } from '../model/mutant.js';
import { MUTATION_KINDS, type MutationKind } from '../model/mutation-kinds.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import { chooseOffers } from './choose-offers.js';
import { headerOffers } from './header-offers.js';
import { knownHeaders } from './known-headers.js';
import type { Offer } from './offer.js';
import { statusOffers } from './status-offers.js';
import { markupOffers } from './markup/markup-offers.js';
import { markupPathText } from './markup/markup-path.js';
import { isReadingUnclear, jsonBodyOf, markupBodyOf } from './stored-body.js';
import { textOffers } from './text-offers.js';
import { valueOffers } from './value-offers.js';

export interface MutantOptions {
  readonly seed: number;
  readonly maxMutants: number;
}

/** Status, headers, the body as a whole, then its values in their order; the same seed gives the same ones. */
export function mutantsOf(exchange: StoredExchange, { seed, maxMutants }: MutantOptions): readonly Mutant[] {
  const offers = [...statusOffers(exchange.status), ...headerOffers(knownHeaders(exchange))];
  // What follows the known start of a body is not known, so that no change of it says anything.
  if (!exchange.isCut && !isReadingUnclear(exchange)) {
    const json = jsonBodyOf(exchange);
    for (const offer of textOffers(exchange.body, json !== undefined)) offers.push(offer);
    if (json) for (const offer of valueOffers(exchange.body, json.root, seed)) offers.push(offer);
    const markup = json ? undefined : markupBodyOf(exchange);
    if (markup) for (const offer of markupOffers(markup.text, markup.root, seed)) offers.push(offer);
  }
  return chooseOffers(offers, maxMutants, seed).map(toMutant);
}

function toMutant({ kind, change, detail }: Offer): Mutant {
  const facts = MUTATION_KINDS[kind];
  const place = placeOf(change);
  const shown = change.on === 'markup' ? markupPathText(change.path) : place;
  return {
    kind,
    place,
    words: `the ${nounOf(kind, change)}${shown} ${facts.words}${detail}`,
    danger: Math.max(1, facts.danger - 2 * depthOf(change)),
    change,
  };
}

/** As assertions write it. */
function placeOf(change: Change): string {
  switch (change.on) {
    case 'status':
      return 'status';
    case 'header':
      return `header ${change.name}`;
    case 'text':
      return 'body';
    case 'value':
      return bodyPathText(change.path);
    case 'markup':
      return captureSource({ source: 'xpath', path: markupPathText(change.path) });
  }
}

const LIST_KINDS: ReadonlySet<MutationKind> = new Set([
  'list-emptied',
  'list-reordered',
  'element-duplicated',
]);

/** With a blank behind it; the status, headers and the whole body say themselves what they are. */
function nounOf(kind: MutationKind, change: Change): string {
  if (change.on === 'markup' && !LIST_KINDS.has(kind))
    return change.path.at(-1)?.test.startsWith('@') === true ? 'attribute ' : 'element ';
  if (change.on === 'markup') return 'list ';
  if (change.on !== 'value' || change.path.length === 0) return '';
  if (LIST_KINDS.has(kind)) return 'list ';
  return typeof change.path.at(-1) === 'number' ? 'element ' : 'field ';
}

/** Values at the top of the body, and below the root element, count like the body itself. */
function depthOf(change: Change): number {
  if (change.on !== 'value' && change.on !== 'markup') return 0;
  const atTop = change.on === 'value' ? 1 : 2;
  return Math.min(10, Math.max(0, change.path.length - atTop));
}
