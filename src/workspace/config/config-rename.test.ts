import { describe, expect, it } from 'vitest';
import { editConfigText } from './config-edit.js';

const rename = (text: string, newName: string): string =>
  editConfigText(text, [{ path: ['environments', 'qa'], newName }]);

describe('renaming a key', () => {
  it.each([
    [
      'environments:\n  # test\n  qa: # ours\n    a: 1\n  b: {}\n',
      'environments:\n  # test\n  new: # ours\n    a: 1\n  b: {}\n',
    ],
    ['environments: {qa: {a: 1}, b: {}} # tail\n', 'environments: {new: {a: 1}, b: {}} # tail\n'],
    ['{"environments":{"qa":{"a":1}}}', '{"environments":{"new":{"a":1}}}'],
    ["environments: {'qa': {}}", 'environments: {"new": {}}'],
    ['\ufeffenvironments:\r\n  qa:\r\n    a: 1\r\n', '\ufeffenvironments:\r\n  new:\r\n    a: 1\r\n'],
    ['environments:\n  qa: &q {a: 1}\n  b: *q\n', 'environments:\n  new: &q {a: 1}\n  b: *q\n'],
  ])('keeps every other byte of %j', (before, after) => {
    expect(rename(before, 'new')).toBe(after);
  });

  it('quotes a name that needs it', () => {
    expect(rename('environments: {qa: {}}', 'a: b #')).toBe('environments: {"a: b #": {}}');
    expect(rename('environments: {qa: {}}', 'yes')).toBe('environments: {"yes": {}}');
  });

  it('comes together with other changes', () => {
    const edits = [
      { path: ['environments', 'qa'], newName: 'new' },
      { path: ['defaultEnvironment'], value: 'new' },
    ];
    expect(editConfigText('defaultEnvironment: qa # first\nenvironments: {qa: {}}\n', edits)).toBe(
      'defaultEnvironment: new # first\nenvironments: {new: {}}\n',
    );
  });

  it('refuses what is not there, shared, or not allowed', () => {
    expect(() => rename('timeout: 1', 'new')).toThrow(/change it by hand/);
    expect(() => rename('x-a: &e {qa: {}}\nenvironments: *e\n', 'new')).toThrow(/change it by hand/);
    expect(() => rename('environments: {qa: {}}', '__proto__')).toThrow('key "__proto__" is not allowed');
  });
});
