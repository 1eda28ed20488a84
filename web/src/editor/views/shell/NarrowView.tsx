import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../core/document/sheet';
import { useEditor, useEditorContext, useView } from '../../state/context/context';
import { patchBlocks } from '../../state/editing/blocks';
import { isUnsaved } from '../../state/editing/store';
import { NAME_FIELD, type Saving } from '../../state/saving/useSave';
import { DesignPicture } from '../picture/DesignPicture';
import styles from '../styles/Editor.module.css';
import { useBlockWords } from '../words/words';

/** The editor in a small window: the picture and the editable texts. It continues work from a larger window. */
export function NarrowView({ saving }: { saving: Saving }) {
  const { t } = useTranslation();
  const { store, ports } = useEditorContext();
  const words = useBlockWords();
  const { name, design } = useEditor((state) => state.sheet);
  const unsaved = useEditor(isUnsaved);
  const sample = useView((state) => state.sample);
  const texts = design.blocks.filter((block) => block.kind === 'text' && !block.hidden);
  const { change, settle } = store.getState();
  return (
    <main className={styles.narrow} aria-label={t('editor.label')}>
      <div className={styles.column}>
        <Alert icon={<IconDeviceDesktop size={18} aria-hidden />} title={t('editor.narrow.title')}>
          {t('editor.narrow.body')}
        </Alert>
        <DesignPicture
          className={styles.picture}
          design={design}
          values={ports.samples.find(({ key }) => key === sample)?.values}
          lang={design.language ?? 'en'}
          label={t('editor.narrow.picture', { name })}
        />
        <Stack gap="sm">
          <TextInput
            id={NAME_FIELD}
            label={t('editor.bar.name')}
            maxLength={255}
            dir="auto"
            value={name}
            onBlur={settle}
            onChange={(event) => {
              const next = event.currentTarget.value;
              change('name', (sheet) => ({ ...sheet, name: next }), 'name of the design');
            }}
          />
          {texts.map((block, index) => (
            <Textarea
              key={keyOf(block)}
              label={block.name ?? t('editor.narrow.text', { number: index + 1, kind: words.kind(block) })}
              autosize
              dir="auto"
              maxLength={5000}
              disabled={block.lock_content}
              value={block.kind === 'text' ? block.model : ''}
              onBlur={settle}
              onChange={(event) => {
                const model = event.currentTarget.value;
                const key = keyOf(block);
                change('edit', (sheet) => patchBlocks(sheet, [key], { model }), `words of ${key}`);
              }}
            />
          ))}
        </Stack>
        <Group justify="flex-end" gap="xs" className={styles.actions}>
          <Button variant="default" onClick={ports.close}>
            {t('editor.bar.close')}
          </Button>
          <Button loading={saving.busy} disabled={!unsaved} onClick={() => void saving.save()}>
            {t('editor.bar.save')}
          </Button>
        </Group>
      </div>
    </main>
  );
}
