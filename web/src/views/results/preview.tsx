import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Quiet text in a frame without any permission: it can neither run nor fetch anything. */
export function Preview({ body }: { readonly body: string }): JSX.Element {
  const [quiet, setQuiet] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void import('../../components/quiet-html.js').then(({ quietHtml }) => {
      if (!isGone) setQuiet(quietHtml(body));
    });
    return () => {
      isGone = true;
    };
  }, [body]);
  if (quiet === undefined) return <p class="hint padded">Reading…</p>;
  return <iframe class="preview" title="Preview of the body" sandbox="" srcdoc={quiet} />;
}
