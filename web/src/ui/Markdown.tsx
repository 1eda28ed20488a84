import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { directionOf } from '../i18n/languages';
import { type Block, type Inline, markdown } from '../lib/markdown';
import styles from './Markdown.module.css';

interface MarkdownProps {
  text: string;
  /** The language of the text, if it is known. */
  language?: string | undefined;
}

/**
 * User-written text in light Markdown. The only elements are those created here, so the text cannot inject HTML. It is aligned with
 * the page around it, and each line has the direction of its language or of its first letter.
 */
export function Markdown({ text, language }: MarkdownProps) {
  const direction = language ? directionOf(language) : 'auto';
  return (
    <div className={styles.text} lang={language}>
      {keyed(markdown(text), (block) => (
        <BlockView block={block} direction={direction} />
      ))}
    </div>
  );
}

type Direction = 'ltr' | 'rtl' | 'auto';

function BlockView({ block, direction }: { block: Block; direction: Direction }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        {keyed(block.lines, (line, at) => (
          <>
            {at > 0 && <br />}
            <bdi dir={direction}>
              <Words pieces={line} />
            </bdi>
          </>
        ))}
      </p>
    );
  }
  const items = keyed(block.items, (item) => (
    <li>
      <bdi dir={direction}>
        <Words pieces={item} />
      </bdi>
    </li>
  ));
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function Words({ pieces }: { pieces: readonly Inline[] }) {
  return keyed(pieces, (piece) => <Piece piece={piece} />);
}

function Piece({ piece }: { piece: Inline }) {
  if (typeof piece === 'string') return piece;
  const words = <Words pieces={piece.children} />;
  if (piece.kind === 'bold') return <strong>{words}</strong>;
  if (piece.kind === 'italic') return <em>{words}</em>;
  return (
    <Anchor href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc" inherit>
      {words}
    </Anchor>
  );
}

/** The parts of a text have no stable IDs. Index keys are fine because the text is always rendered as a whole. */
function keyed<T>(all: readonly T[], draw: (one: T, at: number) => ReactNode): ReactNode {
  return all.map((one, at) => <Fragment key={String(at)}>{draw(one, at)}</Fragment>);
}
