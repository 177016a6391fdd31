/** Chooses some of many changes, so that every kind and all parts of a response are among them. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { seededRandom } from '../../primitives/seeded-random.js';
import { MUTATION_KINDS, type MutationKind } from '../model/mutation-kinds.js';
import type { Offer } from './offer.js';

/** In their order; the same seed gives the same ones. */
export function chooseOffers(offers: readonly Offer[], max: number, seed: number): readonly Offer[] {
  if (offers.length <= max) return offers;
  const places = new Map<MutationKind, number[]>();
  for (const [at, { kind }] of offers.entries()) {
    getOrAdd(places, kind, (): number[] => []).push(at);
  }
  const random = seededRandom(seed);
  const chosen: number[] = [];
  for (const [kind, count] of sharesOf(places, max))
    chosen.push(...spread(places.get(kind) ?? [], count, random));
  return chosen.sort((a, b) => a - b).flatMap((at) => offers[at] ?? []);
}

/** Kinds with few changes keep all; the others share what is left. With too few for all, the dangerous kinds come first. */
function sharesOf(
  places: ReadonlyMap<MutationKind, readonly number[]>,
  max: number,
): ReadonlyMap<MutationKind, number> {
  const kinds = (Object.keys(MUTATION_KINDS) as MutationKind[]).filter((kind) => places.has(kind));
  const sizeOf = (kind: MutationKind): number => places.get(kind)?.length ?? 0;
  const shares = new Map<MutationKind, number>();
  let left = max;
  const byShare = kinds
    .map((kind, rank) => ({ kind, rank, size: sizeOf(kind) }))
    .sort((a, b) => a.size - b.size || a.rank - b.rank);
  if (left < kinds.length) {
    for (const kind of kinds.slice(0, left)) shares.set(kind, 1);
    return shares;
  }
  for (const [done, { kind, size }] of byShare.entries()) {
    const share = Math.min(size, Math.floor(left / (byShare.length - done)));
    shares.set(kind, share);
    left -= share;
  }
  return shares;
}

/** At equal distances, from a start that the seed chooses. */
function spread(places: readonly number[], count: number, random: () => number): number[] {
  const distance = places.length / count;
  const start = random() * distance;
  return Array.from({ length: count }, (_, index) => places[Math.floor(start + index * distance)] ?? 0);
}
