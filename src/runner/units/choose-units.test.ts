import { describe, expect, it } from 'vitest';
import { http, plan } from '../../../test/support/runs/planned-steps.js';
import { homeFeatures, homeNote, orderUnits } from './choose-units.js';
import { cutUnits, type Unit } from './unit.js';

const namesOf = ({ steps }: Unit): string => steps.map(({ node }) => node.request.name).join('+');

async function unitsOf(
  files: Readonly<Record<string, string>>,
  names: readonly string[] = [],
): Promise<readonly Unit[]> {
  const run = Object.keys(files).filter((name) => name !== 'auth.http');
  return cutUnits(await plan(files, { names }, run));
}

describe('the units of a run', () => {
  const files = {
    'a.http': http('a1', 'a2: a3', 'a3', 'a4'),
    'b.http': http('b1', 'b2: b1', 'b3: auth.http#login'),
    'c.http': 'GTE x\n',
    'auth.http': http('login'),
  };

  it('are the groups that --shard deals out, each in the order in which it runs', async () => {
    const units = await unitsOf(files);
    expect(units.map(namesOf)).toEqual(['a1', 'a3+a2', 'a4', 'b1+b2', 'b3']);
    expect(units.map(({ number, file }) => [number, file])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
    ]);
    expect(units.map(({ externals }) => externals.map(({ request }) => request.name))).toEqual([
      [],
      [],
      [],
      [],
      ['login'],
    ]);
  });

  it('leave out what was filtered out', async () => {
    expect((await unitsOf(files, ['a2', 'b3'])).map(namesOf)).toEqual(['a3+a2', 'b3']);
  });
});

describe('a file with run lines', () => {
  const files = {
    'a.http': `${http('a1', 'a2: auth.http#other')}\n###\nrun ./auth.http\n\n${http('a3')}`,
    'b.http': http('b1', 'b2'),
    'auth.http': http('login', 'other'),
  };

  it('is one unit that runs here, with what the lines execute', async () => {
    const units = await unitsOf(files);
    expect(units.map(namesOf)).toEqual(['a1+a2+login+other+a3', 'b1', 'b2']);
    expect(units[0]?.externals.map(({ request }) => request.name)).toEqual(['other']);
    expect(units.map(homeFeatures)).toEqual([['run lines'], [], []]);
    expect(homeNote(units)).toBe('1 of 3 units runs here (run lines)');
  });
});

describe('a unit', () => {
  const text = [
    '### plain\nGET http://a.test/\n',
    '### hook\n# @before ./x.sh\nGET http://a.test/\n',
    '### snapshot\nGET http://a.test/\n\n>>>\nexpect body snapshot\n<<<\n',
    '### shell\nGET http://a.test/\n\n>>>shell\ntrue\n<<<\n',
    '### db\n# @db sqlite:a.db\nGET http://a.test/\n\n>>>db\nquery select 1 as one\nexpect one == 1\n<<<\n',
  ].join('\n');

  it('stays where the workspace is for what only that machine can do', async () => {
    const units = await unitsOf({ 'a.http': text });
    expect(units.map(homeFeatures)).toEqual([[], ['hooks'], ['snapshots'], ['shell blocks'], ['databases']]);
    expect(homeNote(units)).toBe('4 of 5 units run here (hooks, shell blocks, databases, snapshots)');
    expect(homeNote(units.slice(0, 2))).toBe('1 of 2 units runs here (hooks)');
    expect(homeNote(units.slice(0, 1))).toBeUndefined();
  });

  it('comes first when nothing is stored of it, else by the time of its requests', async () => {
    const units = await unitsOf({ 'a.http': http('a1', 'a2: a3', 'a3', 'a4', 'a5', 'a6: a5', 'a7: a6') });
    const stored = new Map([
      ['a1', 30],
      ['a4', 50],
      ['a5', 10],
      ['a2', 20],
      ['a3', 20],
    ]);
    expect(orderUnits(units, () => stored).map(namesOf)).toEqual(['a5+a6+a7', 'a4', 'a3+a2', 'a1']);
    expect(orderUnits(units, () => undefined).map(namesOf)).toEqual(['a5+a6+a7', 'a3+a2', 'a1', 'a4']);
  });
});
