import { useTranslation } from 'react-i18next';
import type { Blocks } from '../blocks/view';
import { sharedFields } from '../blocks/views';
import { useEditor } from '../context';
import type { Block } from '../model/types';
import panels from '../panels/panels.module.css';
import { chosenBlocks } from '../state/sheet';
import type { Commands } from '../useCommands';
import { useBlockWords } from '../words';
import { ArrangeFields } from './ArrangeFields';
import { PageFields } from './PageFields';
import { PlaceFields } from './PlaceFields';

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
        {first === undefined ? <PageFields /> : <ArrangeFields blocks={blocks} commands={commands} />}
      </section>
      {some(blocks) && (
        <section className={panels.section}>
          <Fields key={selection.join()} blocks={blocks} />
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

/** The fields that all chosen blocks have. */
function Fields({ blocks }: { blocks: Blocks<Block> }) {
  const { t } = useTranslation();
  const fields = sharedFields(blocks);
  if (fields.length === 0) return <p className={panels.help}>{t('editor.panel.mixed')}</p>;
  return (
    <div className={panels.fields}>
      {fields.map(({ name, half, Control }) => (
        <div key={name} className={half ? panels.half : panels.field}>
          <Control blocks={blocks} />
        </div>
      ))}
    </div>
  );
}

const some = (blocks: readonly Block[]): blocks is Blocks<Block> => blocks.length > 0;
