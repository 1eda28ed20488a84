import { useTranslation } from 'react-i18next';
import type { Block } from '../../core/document/types';
import { isLocked, LOCK_PARTS } from '../../state/editing/locks';
import { sharedFields } from '../blocks/views';
import type { Blocks } from '../fields/blockField';
import panels from '../styles/panels.module.css';
import { PlaceFields } from './PlaceFields';

type Props = { blocks: Blocks<Block>; selection: string };

/** The fields of the selection: its locks, the fields of its kinds, and its position. */
export default function BlockFields({ blocks, selection }: Props) {
  return (
    <>
      <section className={panels.section}>
        <Locks blocks={blocks} />
        <Fields key={selection} blocks={blocks} />
      </section>
      <section className={panels.section}>
        <PlaceFields key={selection} blocks={blocks} />
      </section>
    </>
  );
}

/** Lists what the locks protect. */
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

/** The fields that all selected blocks share. */
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
