import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, markdown } from '../lib/markdown';
import styles from './Markdown.module.css';

/** User-written text in light Markdown. The only elements are those created here, so the text cannot inject HTML. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.text} dir="auto">
      {keyed(markdown(text), (block) => (
        <BlockView block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        {keyed(block.lines, (line, at) => (
          <>
            {at > 0 && <br />}
            <Words pieces={line} />
          </>
        ))}
      </p>
    );
  }
  const items = keyed(block.items, (item) => (
    <li>
      <Words pieces={item} />
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
