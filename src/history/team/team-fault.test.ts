import { describe, expect, it } from 'vitest';
import {
  isConflict,
  lacksRight,
  packageFault,
  schemaFault,
  serverVersionFault,
  TeamFault,
  teamFaultOf,
} from './team-fault.js';

const SERVER = 'db.test:5432';
const coded = (code: string, message = 'the reason'): Error => Object.assign(new Error(message), { code });
const away = (why: string): string =>
  `the team history cannot be reached (${SERVER} ${why}); runs are kept here and handed in later (3 waiting)`;

describe('a fault of the team history', () => {
  it.each([
    ['ECONNREFUSED', away('refused the connection'), false],
    ['ENOTFOUND', away('cannot be resolved'), false],
    ['EHOSTUNREACH', away('cannot be reached'), false],
    ['CONNECT_TIMEOUT', away('did not respond within 3 s'), false],
    ['CONNECTION_CLOSED', away('closed the connection'), true],
    ['ECONNRESET', away('closed the connection'), true],
    ['53100', away('the reason'), false],
    ['53300', away('the reason'), true],
    ['57P01', away('the reason'), true],
    ['57P03', away('the reason'), true],
    ['57014', away('the reason'), false],
    ['25006', away('the reason'), false],
    ['58030', away('the reason'), false],
    ['28P01', 'the team history refused the user, password or database', false],
    ['28000', 'the team history refused the user, password or database', false],
    ['3D000', 'the team history refused the user, password or database', false],
    ['CERT_HAS_EXPIRED', 'the certificate of the team history is not valid: it has expired', false],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'the certificate of the team history is not valid: it is for another name',
      false,
    ],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'the certificate of the team history is not valid: it is self-signed and not trusted',
      false,
    ],
  ])('with the code %s', (code, warning, retries) => {
    const fault = teamFaultOf(coded(code), SERVER);
    expect(fault?.warning(3)).toBe(warning);
    expect(fault?.rules).toMatchObject({ spools: true, retries });
  });

  it.each(['22021', '23502', '42501', '42P01', '54000', ''])('is not %j', (code) => {
    expect(teamFaultOf(coded(code), SERVER)).toBeUndefined();
  });

  it('has the words of its row', () => {
    expect(packageFault().warning(1)).toBe(
      'the team history needs the package postgres; install it beside svc (npm install postgres@3)',
    );
    expect(serverVersionFault(130_004)?.warning(1)).toBe(
      'the team history is PostgreSQL 13.4; 14 or later is needed',
    );
    expect(serverVersionFault(90_624)?.reason).toContain('PostgreSQL 9.6;');
    expect(serverVersionFault(140_000)).toBeUndefined();
    expect(schemaFault(0).reason).toBe(
      'the team history has schema 0, this svc needs 1; let its owner run svc history migrate',
    );
    expect(new TeamFault('x').message).toBe('persistent history is not available: x');
  });

  it('tells conflicts of writers and missing rights from others', () => {
    expect([isConflict(coded('40001')), isConflict(coded('40P01')), isConflict(coded('23505'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([lacksRight(coded('42501')), lacksRight(coded('42P01'))]).toEqual([true, false]);
  });
});
