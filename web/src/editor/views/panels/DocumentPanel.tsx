import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEditor, useEditorContext } from '../../state/context/context';
import { patchDesign } from '../../state/editing/page';
import type { Commands } from '../commands/useCommands';
import styles from '../styles/panels.module.css';
import { BackgroundFields } from './BackgroundFields';
import { PaperPicker } from './PaperPicker';
import { UsedAttributes } from './UsedAttributes';

/** The document: paper, language, background, and the attributes that it uses. */
export function DocumentPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const size = useEditor((state) => state.sheet.design.size);
  const language = useEditor((state) => state.sheet.design.language);
  return (
    <>
      <Stack gap="sm">
        {size !== 'badge' && <PaperPicker commands={commands} />}
        <Select
          size="xs"
          label={t('editor.page.language')}
          description={t('editor.page.languageHelp')}
          searchable
          value={language ?? 'en'}
          data={ports.languages.map(({ value, name }) => ({ value, label: name }))}
          onChange={(next) =>
            next && store.getState().change('page', (sheet) => patchDesign(sheet, { language: next }))
          }
        />
      </Stack>
      <h3 className={styles.heading}>{t('editor.document.attributes')}</h3>
      <UsedAttributes />
      <h3 className={styles.heading}>{t('editor.document.background')}</h3>
      <BackgroundFields commands={commands} />
    </>
  );
}
