import { useTranslation } from 'react-i18next';
import { useEditor } from '../context';
import type { Block, TextBlock } from '../model/types';
import panels from '../panels/panels.module.css';
import { chosenBlocks } from '../state/sheet';
import type { Commands } from '../useCommands';
import { useBlockWords } from '../words';
import { ArrangeFields } from './ArrangeFields';
import { ImageFields, LineFields, QrFields, ShapeFields } from './KindFields';
import { PageFields } from './PageFields';
import { PlaceFields } from './PlaceFields';
import { TextFields } from './TextFields';

/** Everything about what is selected, or about the page when nothing is. */
export function Inspector({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const sheet = useEditor((state) => state.sheet);
  const selection = useEditor((state) => state.selection);
  const words = useBlockWords();
  const blocks = chosenBlocks(sheet, selection);
  const [first] = blocks;
  const title =
    first === undefined
      ? t('editor.page.title')
      : blocks.length === 1
        ? words.kind(first)
        : t('editor.panel.several', { count: blocks.length });
  return (
    <aside className={panels.right} aria-label={t('editor.panel.right')}>
      <section className={panels.section}>
        <h2 className={panels.heading}>{title}</h2>
        {first === undefined ? (
          <PageFields commands={commands} />
        ) : (
          <ArrangeFields blocks={blocks} commands={commands} />
        )}
      </section>
      {first && (
        <section className={panels.section}>
          <Fields blocks={blocks} first={first} />
        </section>
      )}
      {first && blocks.length === 1 && (
        <section className={panels.section}>
          <PlaceFields block={first} />
        </section>
      )}
    </aside>
  );
}

/** The fields of one block, or of several texts together. */
function Fields({ blocks, first }: { blocks: readonly Block[]; first: Block }) {
  const { t } = useTranslation();
  if (allTexts(blocks)) return <TextFields blocks={blocks} />;
  if (blocks.length > 1) return <p className={panels.help}>{t('editor.panel.mixed')}</p>;
  switch (first.kind) {
    case 'qr':
      return <QrFields block={first} />;
    case 'line':
      return <LineFields block={first} />;
    case 'rectangle':
    case 'ellipse':
      return <ShapeFields block={first} />;
    case 'image':
    case 'image_attribute':
      return <ImageFields block={first} />;
    default:
      return null;
  }
}

const allTexts = (blocks: readonly Block[]): blocks is [TextBlock, ...TextBlock[]] =>
  blocks.length > 0 && blocks.every(({ kind }) => kind === 'text');
