import { Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../../ui/Picture';
import { openSheet } from '../../core/document/sheet';
import type { DesignKind } from '../../core/document/types';
import { useEditor, useEditorContext } from '../../state/context/context';
import type { DesignsPort, EditorDesign } from '../../state/ports/editor';
import styles from '../styles/panels.module.css';
import gallery from './gallery.module.css';
import { useFound } from './useFound';

const KINDS = ['certificate', 'badge'] as const;
const TYPING_MS = 250;

/** The department's designs, to copy their contents or to open them. */
export function DesignsPanel({ designs }: { designs: DesignsPort }) {
  const { t } = useTranslation();
  const open = useEditor((state) => state.sheet.design.kind);
  const [kind, setKind] = useState<DesignKind>(open);
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<EditorDesign>();
  const { found, failed } = useFound(useCallback(() => designs.list(kind, wanted), [designs, kind, wanted]));
  return (
    <>
      <Stack gap="xs" mb="sm">
        <TextInput
          size="xs"
          type="search"
          aria-label={t('editor.designs.search')}
          placeholder={t('editor.designs.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('designs.filter.kind')}
          value={kind}
          onChange={(next) => setKind(next as DesignKind)}
          data={KINDS.map((value) => ({ value, label: t(`editor.designs.kind.${value}`) }))}
        />
      </Stack>
      {failed && (
        <p className={styles.help} role="alert">
          {t('editor.designs.failed')}
        </p>
      )}
      {found?.length === 0 && <p className={styles.help}>{t('editor.designs.none')}</p>}
      <ul className={gallery.cards} aria-busy={!found && !failed} aria-label={t('editor.panel.designs')}>
        {found?.map((design) => (
          <li key={design.id}>
            <button type="button" className={gallery.card} onClick={() => setChosen(design)}>
              <Picture src={design.image_url} alt="" ratio={design.kind === 'badge' ? 1.6 : 1.35} />
              <bdi>{design.name}</bdi>
              <span className={gallery.fact}>{t(`designs.size.${design.size}`)}</span>
            </button>
          </li>
        )) ??
          (failed ? null : (
            <li>
              <Skeleton height={160} />
            </li>
          ))}
      </ul>
      {chosen && <ChosenDesign design={chosen} designs={designs} onClose={() => setChosen(undefined)} />}
    </>
  );
}

type ChosenProps = { design: EditorDesign; designs: DesignsPort; onClose: () => void };

/** Asks whether to copy the contents of a design to this page or to open it. */
function ChosenDesign({ design, designs, onClose }: ChosenProps) {
  const { t } = useTranslation();
  const { store, view, ports } = useEditorContext();
  const [busy, setBusy] = useState(false);
  const fits = store.getState().sheet.design.kind === design.kind;

  const use = async () => {
    setBusy(true);
    try {
      const { document } = await designs.read(design.id);
      store.getState().change('adopt', (sheet) => openSheet(sheet.name, document));
      store.getState().select([]);
      view.getState().announce(t('editor.designs.taken', { name: design.name }));
      onClose();
    } catch {
      ports.tell(t('editor.designs.notRead'), 'warning');
      setBusy(false);
    }
  };
  const open = () => {
    onClose();
    designs.open(design.id);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{design.name}</bdi>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <Stack gap="md">
        <Picture src={design.image_url} alt="" ratio={1.7} />
        <Text c="dimmed">{t(fits ? 'editor.designs.choice' : 'editor.designs.otherKind')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={open}>
            {t('editor.designs.open')}
          </Button>
          {fits && (
            <Button data-autofocus loading={busy} onClick={() => void use()}>
              {t('editor.designs.use')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
