import { describe, expect, it } from 'vitest';
import { readCiFacts } from './ci-facts.js';

describe('readCiFacts', () => {
  it.each([
    [{}, { actor: '', commit: '', branch: '', url: '' }],
    [{ GITHUB_SHA: 'not in CI' }, { actor: '', commit: '', branch: '', url: '' }],
    [
      {
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTOR: 'ada',
        GITHUB_SHA: 'c0',
        GITHUB_REF_NAME: 'main',
        GITHUB_SERVER_URL: 'https://github.test',
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_RUN_ID: '7',
      },
      { actor: 'ada', commit: 'c0', branch: 'main', url: 'https://github.test/acme/shop/actions/runs/7' },
    ],
    [
      { GITHUB_ACTIONS: 'true', GITHUB_REF_NAME: '7/merge', GITHUB_HEAD_REF: 'fix' },
      { actor: '', commit: '', branch: 'fix', url: '' },
    ],
    [
      {
        GITLAB_CI: 'true',
        GITLAB_USER_LOGIN: 'bo',
        CI_COMMIT_SHA: 'c1',
        CI_COMMIT_REF_NAME: 'x',
        CI_JOB_URL: 'u',
      },
      { actor: 'bo', commit: 'c1', branch: 'x', url: 'u' },
    ],
    [
      { TF_BUILD: 'True', BUILD_REQUESTEDFOR: 'Cy', BUILD_SOURCEBRANCH: 'refs/heads/a/b' },
      { actor: 'Cy', commit: '', branch: 'a/b', url: '' },
    ],
    [
      { JENKINS_URL: 'https://ci.test', GIT_BRANCH: 'origin/main', GIT_COMMIT: 'c2', BUILD_URL: 'b' },
      { actor: '', commit: 'c2', branch: 'main', url: 'b' },
    ],
  ])('of %j', (env, facts) => {
    expect(readCiFacts(env)).toEqual(facts);
  });
});
