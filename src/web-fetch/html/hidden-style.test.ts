import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { readShownStyle } from './hidden-style.js';

function isHidden(style: string): boolean {
  return readShownStyle(style, false).isHidden;
}

describe('a style that hides an element', () => {
  it.each([
    'display:none',
    'color:red; Display : NONE',
    'display:none!important;display:block',
    'display:none;display:bogus',
    'd\\69 splay:n\\6fne',
    'display:/* x */none',
    'background:url("a;b:c");display:none',
    'visibility:hidden',
    'visibility:collapse',
    'content-visibility:hidden',
    'opacity:0',
    'opacity:0.00',
    'opacity: 0%',
    'opacity:.01',
    'opacity:1e-9',
    'opacity:-1',
    'filter: blur(1px) opacity(0%)',
    'position:absolute;left:-9999px',
    'position:fixed;top:-999em',
    'position:absolute;left:calc(0px - 9999px)',
    'position:absolute;left:-100vw',
    'position:fixed;left:-100%',
    'position:fixed;bottom:-2000px',
    'position:relative;left:-10000px',
    'position:absolute;inset:-9999px auto auto 0',
    'position:absolute;right:-9999px',
    'margin-left:-9999px',
    'margin:-9999px 0 0',
    'text-indent:-9999px',
    'text-indent:-999em hanging',
    'text-indent:100%;white-space:nowrap;overflow:hidden',
    'transform:scale(0)',
    'transform: rotate(3deg) scaleX( 0.0 )',
    'scale:0',
    'position:absolute;clip:rect(0,0,0,0)',
    'position:absolute;clip:rect(1px 1px 1px 1px)',
    'position:fixed;clip:rect(0px, auto, 0px, auto)',
    'clip-path:inset(50%)',
    'clip-path:inset(0 0 100% 0)',
    '-webkit-clip-path:circle(0)',
    'clip-path:circle(0px at 50% 50%)',
    'clip-path:polygon(0 0, 0 0, 0 0)',
    'height:0;overflow:hidden',
    'max-height:0px;overflow-y:hidden',
    'width:1px;height:1px;overflow:hidden',
  ])('%s', (style) => expect(isHidden(style)).toBe(true));
});

describe('an ordinary style', () => {
  it.each([
    '',
    ';;:',
    'display',
    'display:none;display:block',
    'display:block!important;display:none',
    'content:"display:none"',
    "background:url('x;display:none')",
    '/* display:none */ color:red',
    '--display:none',
    'display:constructor',
    'opacity:0;opacity:1',
    'opacity:0.5',
    'opacity:var(--shown)',
    'opacity:none',
    'filter:opacity(50%)',
    'position:absolute;left:-300px',
    'position:absolute;top:-100%',
    'position:absolute;top:12000px',
    'position:absolute;bottom:-9999px',
    'position:static;left:-9999px',
    'position:absolute;left:-9999px;right:-9999px;margin:auto',
    'left:-9999px',
    'margin:0 -9999px;padding:0 9999px',
    'margin-bottom:-9999px;padding-bottom:9999px',
    'text-indent:-2em',
    'text-indent:100%',
    'transform:scale(0.9) translateX(-5430px)',
    'scale:none',
    'clip:rect(0,0,0,0)',
    'position:absolute;clip:auto',
    'position:absolute;clip:rect(0,200px,100px,0)',
    'clip-path:inset(10%)',
    'clip-path:constructor(0)',
    'clip-path:circle(50%)',
    'clip-path:polygon(50% 0, 100% 100%, 0 100%)',
    'clip-path:none',
    'height:0;padding-bottom:56%;overflow:hidden',
    'height:0;min-height:100%;overflow:hidden',
    'height:0;flex:1;overflow:hidden',
    'max-width:0;overflow:hidden;text-overflow:ellipsis',
    'height:0',
    'width:10constructor;height:1px;overflow:hidden',
  ])('%j', (style) => expect(isHidden(style)).toBe(false));
});

describe('the size of text', () => {
  it.each([
    ['font-size:0', false, true],
    ['font-size:0px', false, true],
    ['font-size:0.05em', false, true],
    ['font-size:1px!important', false, true],
    ['font-size:1%', false, true],
    ['font: bold 0/0 a', false, true],
    ['font:0/0 a', false, true],
    ['font-size:0;font-size:x', false, true],
    ['font-size:2em', true, true],
    ['font-size:inherit', true, true],
    ['font-size:1rem', true, false],
    ['font-size:13px', true, false],
    ['font: italic 700 12px / 1.5 Arial, sans-serif', true, false],
    ['font: small serif', true, false],
    ['font-size:-1px', false, undefined],
    ['font-size:0;font-size:12px', false, false],
    ['color:red', true, undefined],
  ])('%s in text that is too small: %s', (style, inherits, expected) => {
    expect(readShownStyle(style, inherits).isTooSmall).toBe(expected);
  });
});

it.each([
  ['blanks', 'font:', ' '],
  ['digits', 'font-size:0 ', '1'],
  ['open comments', 'font:', '/*'],
  ['escapes', '', '\\69 '],
  ['quotes', 'font:', '"\''],
  ['brackets', 'transform:', 'scale('],
  ['filters', 'filter:', 'opacity( '],
  ['declarations', '', 'opacity:0;opacity:1;'],
  ['exclamation marks', 'opacity:0', '! '],
  ['insets', 'clip-path:inset(', '0 round '],
])('takes time in proportion to a style of many %s', async (_, start, part) => {
  await expectLinear(160_000, (size) => {
    const style = start + part.repeat(size / part.length);
    return () => readShownStyle(style, false);
  });
});
