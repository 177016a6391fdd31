/**
 * The Mann-Whitney U test: how likely two samples differ at least this much in rank when nothing has changed. It assumes
 * nothing about the distribution of the values, and durations are rarely normal.
 */
export interface RankTest {
  /** How many pairs of a value of each sample have the first above the second; a tie counts half. */
  readonly u: number;
  /** Two-sided. */
  readonly p: number;
}

/** Above this size the approximation is as good, and the exact counts would exceed safe integers. */
const MAX_EXACT_SIZE = 20;

/** Both samples have at least one value. The exact distribution is for small samples without ties. */
export function compareRanks(
  first: readonly number[],
  second: readonly number[],
  method: 'automatic' | 'approximate' = 'automatic',
): RankTest {
  const { rankSum, tieTerm } = rankTogether(first, second);
  const [m, n] = [first.length, second.length];
  const u = rankSum - (m * (m + 1)) / 2;
  const isSmall = Math.max(m, n) <= MAX_EXACT_SIZE;
  const p =
    isSmall && tieTerm === 0 && method === 'automatic' ? exactP(u, m, n) : approximateP(u, m, n, tieTerm);
  return { u, p: Math.min(1, p) };
}

/** Equal values share the mean of their ranks; `tieTerm` is the sum of t^3 - t over all groups of t equal values. */
function rankTogether(
  first: readonly number[],
  second: readonly number[],
): { readonly rankSum: number; readonly tieTerm: number } {
  const all = [...first.map((value) => [value, 1]), ...second.map((value) => [value, 0])] as [
    number,
    number,
  ][];
  all.sort(([a], [b]) => a - b);
  let rankSum = 0;
  let tieTerm = 0;
  for (let start = 0, end = 0; start < all.length; start = end) {
    let ofFirst = 0;
    for (end = start; end < all.length && all[end]?.[0] === all[start]?.[0]; end++)
      ofFirst += all[end]?.[1] ?? 0;
    const size = end - start;
    rankSum += (ofFirst * (start + 1 + end)) / 2;
    tieTerm += size ** 3 - size;
  }
  return { rankSum, tieTerm };
}

function exactP(u: number, m: number, n: number): number {
  const counts = countArrangements(m, n);
  const extreme = Math.max(u, m * n - u);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const beyond = counts.slice(extreme).reduce((sum, count) => sum + count, 0);
  return (2 * beyond) / all;
}

const arrangements = new Map<string, readonly number[]>();

/**
 * By U, the number of ways to rank both samples: the coefficients of the Gaussian binomial, the product of
 * (1 - x^(n+i)) / (1 - x^i) for i from 1 to m.
 */
function countArrangements(m: number, n: number): readonly number[] {
  const key = `${m} ${n}`;
  const cached = arrangements.get(key);
  if (cached) return cached;
  const counts = Array.from({ length: m * n + 1 }, (_, u): number => (u === 0 ? 1 : 0));
  for (let i = 1; i <= m; i++) {
    for (let u = m * n; u >= n + i; u--) counts[u] = (counts[u] ?? 0) - (counts[u - n - i] ?? 0);
    for (let u = i; u <= m * n; u++) counts[u] = (counts[u] ?? 0) + (counts[u - i] ?? 0);
  }
  arrangements.set(key, counts);
  return counts;
}

/** By the normal distribution, with the corrections for ties and for continuity. */
function approximateP(u: number, m: number, n: number, tieTerm: number): number {
  const size = m + n;
  const variance = ((m * n) / 12) * (size + 1 - tieTerm / (size * (size - 1)));
  if (variance <= 0) return 1;
  const distance = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5);
  return complementaryError(distance / Math.sqrt(2 * variance));
}

/** The complementary error function for arguments of 0 or more, with a relative error below 1.2e-7 (Press et al.). */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const sum = COEFFICIENTS.reduceRight((total, coefficient) => total * t + coefficient, 0);
  return t * Math.exp(-x * x + sum);
}

const COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];
