import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { IconFileCheck, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEditorContext, useView } from '../../state/context/context';
import styles from '../styles/Editor.module.css';

const TAGS = 'tags';
const PEOPLE = 'people';

/** The buttons for sample values, the server's proof, and the version history. */
export function PreviewTools() {
  const { t } = useTranslation();
  const { view, ports } = useEditorContext();
  const { samples, preview, versions } = ports;
  const sample = useView((state) => state.sample);
  const people = useView((state) => state.preview.people);
  const open = (dialog: 'proof' | 'versions') => view.getState().setPreview({ dialog });
  const show = (value: string | null) => {
    view.getState().setPreview({ people: value === PEOPLE });
    view.getState().show({ sample: value === TAGS || value === PEOPLE ? null : value });
  };
  return (
    <div className={styles.group}>
      <Select
        size="xs"
        w={170}
        aria-label={t('editor.bar.shows')}
        value={people ? PEOPLE : (sample ?? TAGS)}
        data={[
          { value: TAGS, label: t('editor.bar.tags') },
          ...samples.map(({ key, label }) => ({ value: key, label })),
          ...(preview?.people ? [{ value: PEOPLE, label: t('editor.preview.choose') }] : []),
        ]}
        onChange={show}
      />
      {preview && (
        <Tooltip label={t('editor.preview.proof.title')}>
          <ActionIcon aria-label={t('editor.preview.proof.title')} onClick={() => open('proof')}>
            <IconFileCheck size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {versions && (
        <Tooltip label={t('editor.versions.title')}>
          <ActionIcon aria-label={t('editor.versions.title')} onClick={() => open('versions')}>
            <IconHistory size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
