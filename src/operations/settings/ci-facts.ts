/** What CI systems say in variables about the job that runs svc. */

export interface CiFacts {
  /** Empty texts for what is not said. */
  readonly actor: string;
  readonly commit: string;
  readonly branch: string;
  readonly url: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface CiSystem {
  /** The variable that only this system sets. */
  readonly mark: string;
  /** Variables in the order in which they are asked; the first that is not empty counts. */
  readonly actor: readonly string[];
  readonly commit: readonly string[];
  readonly branch: readonly string[];
  readonly url: (env: Environment) => string;
}

const plain =
  (name: string) =>
  (env: Environment): string =>
    env[name] ?? '';

const CI_SYSTEMS: readonly CiSystem[] = [
  {
    mark: 'GITHUB_ACTIONS',
    actor: ['GITHUB_ACTOR'],
    commit: ['GITHUB_SHA'],
    branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'],
    url: (env) => {
      const parts = [
        env['GITHUB_SERVER_URL'],
        env['GITHUB_REPOSITORY'],
        'actions/runs',
        env['GITHUB_RUN_ID'],
      ];
      return parts.every(Boolean) ? parts.join('/') : '';
    },
  },
  {
    mark: 'GITLAB_CI',
    actor: ['GITLAB_USER_LOGIN'],
    commit: ['CI_COMMIT_SHA'],
    branch: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_REF_NAME'],
    url: (env) => env['CI_JOB_URL'] || env['CI_PIPELINE_URL'] || '',
  },
  {
    mark: 'BUILDKITE',
    actor: ['BUILDKITE_BUILD_CREATOR', 'BUILDKITE_BUILD_AUTHOR'],
    commit: ['BUILDKITE_COMMIT'],
    branch: ['BUILDKITE_BRANCH'],
    url: plain('BUILDKITE_BUILD_URL'),
  },
  {
    mark: 'CIRCLECI',
    actor: ['CIRCLE_USERNAME'],
    commit: ['CIRCLE_SHA1'],
    branch: ['CIRCLE_BRANCH'],
    url: plain('CIRCLE_BUILD_URL'),
  },
  {
    mark: 'TRAVIS',
    actor: [],
    commit: ['TRAVIS_PULL_REQUEST_SHA', 'TRAVIS_COMMIT'],
    branch: ['TRAVIS_PULL_REQUEST_BRANCH', 'TRAVIS_BRANCH'],
    url: plain('TRAVIS_BUILD_WEB_URL'),
  },
  {
    mark: 'BITBUCKET_BUILD_NUMBER',
    actor: [],
    commit: ['BITBUCKET_COMMIT'],
    branch: ['BITBUCKET_BRANCH'],
    url: (env) => {
      const { BITBUCKET_GIT_HTTP_ORIGIN: origin, BITBUCKET_BUILD_NUMBER: build } = env;
      return origin && build ? `${origin}/pipelines/results/${build}` : '';
    },
  },
  {
    mark: 'TF_BUILD',
    actor: ['BUILD_REQUESTEDFOR'],
    commit: ['BUILD_SOURCEVERSION'],
    branch: ['SYSTEM_PULLREQUEST_SOURCEBRANCH', 'BUILD_SOURCEBRANCH'],
    url: (env) => {
      const { SYSTEM_COLLECTIONURI: site, SYSTEM_TEAMPROJECT: project, BUILD_BUILDID: build } = env;
      return site && project && build ? `${site}${project}/_build/results?buildId=${build}` : '';
    },
  },
  {
    mark: 'JENKINS_URL',
    actor: ['BUILD_USER_ID'],
    commit: ['GIT_COMMIT'],
    branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'],
    url: plain('BUILD_URL'),
  },
  {
    mark: 'DRONE',
    actor: ['DRONE_BUILD_TRIGGER'],
    commit: ['DRONE_COMMIT_SHA'],
    branch: ['DRONE_SOURCE_BRANCH', 'DRONE_BRANCH'],
    url: plain('DRONE_BUILD_LINK'),
  },
];

export function readCiFacts(env: Environment): CiFacts {
  const system = CI_SYSTEMS.find(({ mark }) => env[mark]);
  if (system === undefined) return { actor: '', commit: '', branch: '', url: '' };
  const first = (names: readonly string[]): string => names.map((name) => env[name]).find(Boolean) ?? '';
  return {
    actor: first(system.actor),
    commit: first(system.commit),
    branch: first(system.branch).replace(/^(?:refs\/heads|origin)\//, ''),
    url: system.url(env),
  };
}
