import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type CSSProperties, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageBox } from '../../core/primitives/sizes';
import { useEditor, useEditorContext, useView } from '../../state/context/context';
import { isTyping } from '../focus/typing';
import { DesignPicture } from '../picture/DesignPicture';
import styles from './ReadOnlyView.module.css';
import { useHandle } from './useHandle';

const TAGS = 'tags';

/** The design for viewing, with tags or sample values, and the way out. */
export function ReadOnlyView() {
  const { t } = useTranslation();
  const { view, ports } = useEditorContext();
  const { name, design } = useEditor((state) => state.sheet);
  const sample = useView((state) => state.sample);
  useHandle();
  useLeaveByEscape(ports.onEscape);
  const { width, height } = pageBox(design);
  return (
    <main className={styles.view} aria-label={t('editor.readOnly.label')}>
      <header className={styles.bar}>
        {ports.brand}
        <Tooltip label={t('editor.bar.close')}>
          <ActionIcon aria-label={t('editor.bar.close')} onClick={ports.close}>
            <IconX size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <h1 className={styles.name} dir="auto">
          {name}
        </h1>
        <span className={styles.note}>{t('editor.readOnly.note')}</span>
        <Select
          size="xs"
          w={170}
          aria-label={t('editor.bar.shows')}
          value={sample ?? TAGS}
          data={[
            { value: TAGS, label: t('editor.bar.tags') },
            ...ports.samples.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={(next) => view.getState().show({ sample: next === TAGS ? null : next })}
        />
      </header>
      <div className={styles.ground}>
        <div className={styles.page} style={{ '--shape': width / height } as CSSProperties}>
          <DesignPicture
            design={design}
            values={ports.samples.find(({ key }) => key === sample)?.values}
            lang={design.language ?? 'en'}
            label={t('editor.narrow.picture', { name })}
          />
        </div>
      </div>
    </main>
  );
}

function useLeaveByEscape(leave: (() => void) | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) leave?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [leave]);
}
