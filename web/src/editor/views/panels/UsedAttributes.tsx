import { Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usedTags } from '../../core/document/usedTags';
import { useEditorContext, usePanelSheet } from '../../state/context/context';
import styles from '../styles/panels.module.css';
import gallery from './gallery.module.css';

/** The attributes that the page uses. Deleted ones are marked; pressing one selects the blocks that use it. */
export function UsedAttributes() {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const { blocks } = usePanelSheet().design;
  const used = useMemo(() => [...usedTags(blocks)], [blocks]);
  const nameOf = (tag: string) => ports.attributes.find(({ tagName }) => tagName === tag)?.name;
  const gone = used.filter(([tag]) => nameOf(tag) === undefined);
  return (
    <>
      {used.length === 0 && <p className={styles.help}>{t('editor.document.noAttributes')}</p>}
      <ul className={gallery.used}>
        {used.map(([tag, keys]) => (
          <li key={tag}>
            <Button
              size="compact-xs"
              variant={nameOf(tag) === undefined ? 'light' : 'default'}
              color={nameOf(tag) === undefined ? 'yellow' : undefined}
              leftSection={nameOf(tag) === undefined && <IconAlertTriangle size={14} aria-hidden />}
              aria-label={
                nameOf(tag) === undefined
                  ? t('editor.document.goneAttribute', { tag: `[${tag}]` })
                  : undefined
              }
              title={`[${tag}]`}
              onClick={() => store.getState().select(keys)}
            >
              <bdi>{nameOf(tag) ?? `[${tag}]`}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      {gone.length > 0 && (
        <Text fz="xs" c="var(--lr-amber)" mt={8} role="note">
          {t('editor.document.gone', { count: gone.length })}
        </Text>
      )}
      {ports.manageAttributes && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={ports.manageAttributes}>
          {t('editor.add.manageAttributes')}
        </Button>
      )}
    </>
  );
}
