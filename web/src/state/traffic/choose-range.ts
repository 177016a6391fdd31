/** Chooses rows of a list by single clicks, ranges and keys. */

export interface Choice {
  readonly chosen: ReadonlySet<number>;
  /** Where the next range starts; undefined before the first choice. */
  readonly anchor: number | undefined;
}

export const NO_CHOICE: Choice = { chosen: new Set(), anchor: undefined };

export function toggleOne({ chosen }: Choice, id: number): Choice {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id };
}

/** Adds everything from the anchor to the row; without an anchor in the list, the row alone. */
export function extendTo({ chosen, anchor }: Choice, ids: readonly number[], id: number): Choice {
  const to = ids.indexOf(id);
  const from = anchor === undefined ? to : ids.indexOf(anchor);
  if (to < 0) return { chosen, anchor };
  const start = from < 0 ? to : from;
  const range = ids.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { chosen: new Set([...chosen, ...range]), anchor: from < 0 ? id : (anchor ?? id) };
}

export function chooseAll(ids: readonly number[]): Choice {
  return { chosen: new Set(ids), anchor: ids[0] };
}

/** Without the rows that are not there any more; the same object when all are. */
export function withoutGone(choice: Choice, ids: readonly number[]): Choice {
  const present = new Set(ids);
  const kept = [...choice.chosen].filter((id) => present.has(id));
  return kept.length === choice.chosen.size ? choice : { chosen: new Set(kept), anchor: choice.anchor };
}
