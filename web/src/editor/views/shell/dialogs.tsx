import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Saving } from '../../state/saving/useSave';

type FrameProps = { title: string; onClose: () => void; children: ReactNode };

function Frame({ title, onClose, children }: FrameProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={560}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      {children}
    </Modal>
  );
}

/** Resolves a save conflict: save as a new version, load the other version, or save as a new design. */
export function ConflictDialog({ saving }: { saving: Saving }) {
  const { t } = useTranslation();
  return (
    <Frame title={t('editor.conflict.title')} onClose={saving.decideLater}>
      <Stack gap="md">
        <Text c="dimmed">{t('editor.conflict.body')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void saving.resolveConflict()}>
            {t('editor.conflict.theirs')}
          </Button>
          {saving.saveCopy && (
            <Button variant="default" onClick={() => void saving.saveCopy?.()}>
              {t('editor.conflict.copy')}
            </Button>
          )}
          <Button onClick={() => void saving.keepMine()}>{t('editor.conflict.mine')}</Button>
        </Group>
      </Stack>
    </Frame>
  );
}

type DraftDialogProps = { savedAt: number; onRestore: () => void; onDiscard: () => void };

/** Offers to restore unsaved work from an earlier visit. */
export function DraftDialog({ savedAt, onRestore, onDiscard }: DraftDialogProps) {
  const { t, i18n } = useTranslation();
  const when = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    calendar: 'gregory',
  }).format(savedAt);
  return (
    <Frame title={t('editor.draft.title')} onClose={onRestore}>
      <Stack gap="md">
        <Text c="dimmed">{t('editor.draft.body', { when })}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDiscard}>
            {t('editor.draft.discard')}
          </Button>
          <Button data-autofocus onClick={onRestore}>
            {t('editor.draft.restore')}
          </Button>
        </Group>
      </Stack>
    </Frame>
  );
}
