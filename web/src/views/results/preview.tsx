import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Shows sanitized HTML in a frame without permissions, which can neither run nor fetch anything. */
export function Preview({ body }: { readonly body: string }): JSX.Element {
  const [sanitized, setSanitized] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void import('../../components/sanitize-html.js').then(({ sanitizeHtml: quietHtml }) => {
      if (!isGone) setSanitized(quietHtml(body));
    });
    return () => {
      isGone = true;
    };
  }, [body]);
  if (sanitized === undefined) return <p class="hint padded">Reading…</p>;
  return <iframe class="preview" title="Preview of the body" sandbox="" srcdoc={sanitized} />;
}
