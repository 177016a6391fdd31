export const SHORT_LIMITS = { documentMs: 120, patternMs: 120 };
export const MANY_ITEMS = JSON.stringify(
  Array.from({ length: 4000 }, (_, id) => ({ id, t: `${'a'.repeat(400)}!` })),
);
