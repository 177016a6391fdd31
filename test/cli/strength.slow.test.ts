import { describe, expect, it } from 'vitest';
import { TOKEN, place, scoreIn } from './strength-setup.js';

describe('svc strength', () => {
  it('compares the score with --min', async () => {
    const { svc } = await place();
    await svc('run', 'orders.http');
    const score = scoreIn(await svc('strength'));
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(80);
    const below = await svc('strength', '--min', '80');
    expect(below.code).toBe(1);
    expect(below.stdout).toContain(`✗ The score of ${score}% is below 80%.\n`);
    const above = await svc('strength', '--min', String(score));
    expect(above.code).toBe(0);
    expect(above.stdout).toContain(`✓ The score of ${score}% is at least ${score}%.\n`);
    expect((await svc('strength', '--min', '101')).code).toBe(64);
  });
});

describe('the documents of svc strength', () => {
  it('show no secret, whether its response is stored or not', async () => {
    const session = `# @name session
POST {{api}}/session
Authorization: Bearer {{password}}

>>>
expect status == 200
<<<

>>>capture
token from body.token
<<<

###
# @depends session
GET {{api}}/items
Authorization: Bearer {{session.token}}

>>>
expect status == 200
<<<
`;
    const { svc } = await place({ 'session.http': session });
    const secret = ['--secret', `password=${TOKEN}`] as const;
    await svc('run', 'session.http', ...secret);
    for (const args of [[], ['--json'], ['-o', 'html'], ['-v'], ['--run', '--json'], ['--dry-run']]) {
      const { code, stdout, stderr } = await svc('strength', 'session.http', ...secret, ...args);
      expect(code, stderr).toBe(0);
      expect(stdout + stderr).not.toContain(TOKEN);
    }
  });
});
