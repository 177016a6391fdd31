/** Requests that svc cannot run, for mock servers and contracts, which look at every request of their files. */
import { isSkipped } from '../../request-file/model/client-directives.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { unsupportedNote, unsupportedRequest } from '../../request-file/model/unsupported-request.js';
import { copySourceText } from '../../request-file/source-text.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { unsupportedError } from '../../runner/plan/unsupported-error.js';

/** Throws for requests that svc cannot run, unless these are to be skipped; returns their names. */
export function refuseUnsupported(
  files: readonly RunnableFile[],
  { skipUnsupported }: { readonly skipUnsupported: boolean },
): readonly string[] {
  const found = files.flatMap(({ file, shown }) =>
    file.requests
      .filter((request) => !isSkipped(request) && unsupportedRequest(request))
      .map((request) => ({ request, shown })),
  );
  if (found.length > 0 && !skipUnsupported) throw unsupportedError(found);
  return found.map(({ request }) => shownName(request));
}

export interface MockedFiles {
  readonly files: readonly RunnableFile[];
  /** What was left out. */
  readonly notes: readonly string[];
}

/** The files without requests that svc cannot run, which have no routes. */
export function mockedFiles(
  files: readonly RunnableFile[],
  options: { readonly skipUnsupported: boolean },
): MockedFiles {
  const names = refuseUnsupported(files, options);
  return { files: files.map(withoutUnsupported), notes: names.length > 0 ? [unsupportedNote(names)] : [] };
}

function withoutUnsupported(runnable: RunnableFile): RunnableFile {
  const { file } = runnable;
  if (!file.requests.some(unsupportedRequest)) return runnable;
  const left: RequestFile = { ...file, requests: file.requests.filter((each) => !unsupportedRequest(each)) };
  copySourceText(file, left);
  return { ...runnable, file: left };
}
