import { escapeHtml } from './html-text.js';

export interface Card {
  readonly label: string;
  /** The value as HTML. */
  readonly value: string;
  /** The CSS class that gives the card its colour. */
  readonly kind: string;
}

/** A row of cards with one number each. */
export function htmlCards(cards: readonly Card[]): string {
  const items = cards.map(
    ({ label, value, kind }) =>
      `<div class="card ${kind}"><dt>${escapeHtml(label)}</dt><dd>${value}</dd></div>`,
  );
  return `<dl class="cards">\n${items.join('\n')}\n</dl>\n`;
}

/**
 * A bar of several colours; `counts` has the CSS class of each. The widths are SVG attributes, because the policy of
 * the page allows no inline style.
 */
export function htmlBar(counts: Readonly<Record<string, number>>): string {
  const shares = Object.entries(counts);
  const total = shares.reduce((sum, [, count]) => sum + count, 0);
  const words = shares.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const head = `<svg class="bar" role="img" aria-label="${escapeHtml(words)}" viewBox="0 0 1000 10" preserveAspectRatio="none">`;
  let before = 0;
  const rectangles = shares.map(([kind, count]) => {
    const from = share(before, total);
    before += count;
    const width = share(before, total) - from;
    return width === 0 ? '' : `<rect class="${kind}" x="${from}" width="${width}" height="10"/>`;
  });
  return `${head}${rectangles.join('')}</svg>\n`;
}

function share(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 1000);
}

/** `850 ms`, `1.24 s`, `2 min 5 s`, as HTML with the unit set small. */
export function htmlDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole} <small>ms</small>`;
  if (whole < 59_995) return `${(whole / 1000).toFixed(2)} <small>s</small>`;
  const seconds = Math.round(whole / 1000);
  return `${Math.floor(seconds / 60)} <small>min</small> ${seconds % 60} <small>s</small>`;
}

/** The same duration as plain text. */
export function durationText(milliseconds: number): string {
  return htmlDuration(milliseconds).replaceAll(/<\/?small>/g, '');
}

/** `2031-04-05 06:07:08 UTC` in an element that also holds the time in ISO form. */
export function htmlTime(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
