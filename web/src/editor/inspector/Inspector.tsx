import { useTranslation } from 'react-i18next';
import type { Blocks } from '../blocks/view';
import { sharedFields } from '../blocks/views';
import { useEditor } from '../context';
import type { Block } from '../model/types';
import panels from '../panels/panels.module.css';
import { unitsOf } from '../state/groups';
import { isLocked, LOCK_PARTS } from '../state/locks';
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
  const entered = useEditor((state) => state.entered);
  const blocks = chosenBlocks(sheet, selection);
  const [first] = blocks;
  const isGroup = blocks.length > 1 && unitsOf(sheet, selection, entered).length === 1;
  const title = () => {
    if (first === undefined) return t('editor.page.title');
    if (blocks.length === 1) return words.kind(first);
    const count = t('editor.panel.several', { count: blocks.length });
    return isGroup ? t('editor.group.title', { blocks: count }) : count;
  };
  return (
    <aside className={panels.right} aria-label={t('editor.panel.right')}>
      <section className={panels.section}>
        <h2 className={panels.heading}>{title()}</h2>
        {first === undefined ? <PageFields /> : <ArrangeFields blocks={blocks} commands={commands} />}
      </section>
      {some(blocks) && (
        <section className={panels.section}>
          <Locks blocks={blocks} />
          <Fields key={selection.join()} blocks={blocks} />
        </section>
      )}
      {some(blocks) && (
        <section className={panels.section}>
          <PlaceFields key={selection.join()} blocks={blocks} />
        </section>
      )}
    </aside>
  );
}

/** Says in words what locks keep as it is. */
function Locks({ blocks }: { blocks: Blocks<Block> }) {
  const { t } = useTranslation();
  return LOCK_PARTS.map((part) => {
    const count = blocks.filter((block) => isLocked(block, part)).length;
    return (
      count > 0 && (
        <p key={part} className={panels.help} data-lock={part}>
          {t(`editor.refused.${part}`, { count })}
        </p>
      )
    );
  });
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
