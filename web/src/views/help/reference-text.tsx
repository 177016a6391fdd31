/** Draws the reference. Its data is text only, so nothing in it can become markup. */
import type { JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { currentDocument, replaceText } from '../../state/documents.js';
import { fileAddress, navigate } from '../../state/route.js';
import { appendSample } from './append-sample.js';
import { splitAtWords, type Block, type Inline, type Section } from './reference.js';

interface TextOptions {
  /** Marked where they occur. */
  readonly words: readonly string[];
  readonly goTo: (id: string) => void;
}

export function SectionText({ section, ...options }: TextOptions & { section: Section }): JSX.Element {
  const Title = section.level <= 2 ? 'h2' : 'h3';
  return (
    <section class="help-section" id={`help-${section.id}`} tabIndex={-1}>
      <Title>
        <InlineText parts={section.title} {...options} />
      </Title>
      {section.blocks.map((block, index) => (
        <BlockText key={index} block={block} {...options} />
      ))}
    </section>
  );
}

function BlockText({ block, ...options }: TextOptions & { block: Block }): JSX.Element {
  switch (block[0]) {
    case 'p':
      return (
        <p>
          <InlineText parts={block[1]} {...options} />
        </p>
      );
    case 'list':
      return (
        <ul class="help-list">
          {block[1].map((item, index) => (
            <li key={index}>
              <InlineText parts={item} {...options} />
            </li>
          ))}
        </ul>
      );
    case 'code':
      return <Sample language={block[1]} text={block[2]} words={options.words} />;
    case 'table':
      return <Table head={block[1]} rows={block[2]} {...options} />;
  }
}

interface SampleProps {
  readonly language: string;
  readonly text: string;
  readonly words: readonly string[];
}

function Sample({ language, text, words }: SampleProps): JSX.Element {
  return (
    <div class={`help-sample ${language.endsWith('error') ? 'help-wrong' : ''}`}>
      <pre tabIndex={0} aria-label={language.endsWith('error') ? 'Example with a mistake' : 'Example'}>
        <Marked text={text} words={words} />
      </pre>
      <div class="help-sample-tools">
        {language === 'http' && <InsertButton sample={text} />}
        <CopyButton text={() => `${text}\n`} label="Copy this example" />
      </div>
    </div>
  );
}

/** Only for the file that is shown, so that one sees what happens; it can be undone there. */
function InsertButton({ sample }: { readonly sample: string }): JSX.Element | null {
  const document = currentDocument.value;
  if (document?.state !== 'ready') return null;
  const label = `Add this example to ${document.path}`;
  const insert = (): void => {
    const { text, line } = appendSample(document.text, sample);
    if (replaceText(document.path, document.text, text)) navigate(fileAddress(document.path, line));
  };
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} onClick={insert}>
      <Icon name="plus" />
    </button>
  );
}

interface TableProps extends TextOptions {
  readonly head: readonly (readonly Inline[])[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}

function Table({ head, rows, ...options }: TableProps): JSX.Element {
  return (
    <div class="help-table" tabIndex={0} role="group" aria-label="Table">
      <table class="table">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index}>
                <InlineText parts={cell} {...options} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index}>
                  <InlineText parts={cell} {...options} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function InlineText({ parts, ...options }: TextOptions & { parts: readonly Inline[] }): JSX.Element {
  return (
    <>
      {parts.map((part, index) => (
        <InlinePart key={index} part={part} {...options} />
      ))}
    </>
  );
}

function InlinePart({ part, ...options }: TextOptions & { part: Inline }): JSX.Element {
  if (typeof part === 'string') return <Marked text={part} words={options.words} />;
  const [kind, content, target = ''] = part;
  switch (kind) {
    case 'code':
      return (
        <code>
          <Marked text={content} words={options.words} />
        </code>
      );
    case 'strong':
    case 'em':
      return (
        <strong>
          <InlineText parts={content} {...options} />
        </strong>
      );
    case 'link':
      // Other pages of the documentation are not part of this page.
      if (!target.startsWith('#')) return <InlineText parts={content} {...options} />;
      return (
        <button type="button" class="link" onClick={() => options.goTo(target.slice(1))}>
          <InlineText parts={content} {...options} />
        </button>
      );
  }
}

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }): JSX.Element {
  return (
    <>
      {splitAtWords(text, words).map((piece, index) =>
        index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
      )}
    </>
  );
}
