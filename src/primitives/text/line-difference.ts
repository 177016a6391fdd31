/** Compares the lines of two texts by their longest common subsequence. */

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

const MAX_CELLS = 4_000_000;

/** Undefined if the texts are too long to be compared quickly. */
export function diffLines(before: string, after: string): DiffLine[] | undefined {
  const left = before.split('\n');
  const right = after.split('\n');
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end++;
  }
  const middle = compare(left.slice(start, left.length - end), right.slice(start, right.length - end));
  if (middle === undefined) return undefined;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [...left.slice(0, start).map(same), ...middle, ...left.slice(left.length - end).map(same)];
}

function compare(left: readonly string[], right: readonly string[]): DiffLine[] | undefined {
  const width = right.length + 1;
  if (left.length * width > MAX_CELLS) return undefined;
  // lengths[i * width + j] is the length of the common subsequence of the lines from i and j on.
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        left[i] === right[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push({ kind: 'same', text: left[i] ?? '' });
      i++;
      j++;
    } else if (
      j >= right.length ||
      (i < left.length && (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      lines.push({ kind: 'removed', text: left[i++] ?? '' });
    } else {
      lines.push({ kind: 'added', text: right[j++] ?? '' });
    }
  }
  return lines;
}
