import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/Modal';
import type { DesignDraft } from './useDesignDraft';

/** Someone else saved first: theirs, mine, or go on and decide later. Nothing is lost by closing it. */
export function DesignConflictDialog({ draft }: { draft: DesignDraft }) {
  const { t } = useTranslation();
  return (
    <Modal opened={draft.conflict} onClose={draft.keepEditing} size={560} title={t('designs.conflict.title')}>
      <Stack gap="md">
        <Text c="dimmed">{t('designs.conflict.body')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={draft.keepEditing}>
            {t('designs.conflict.keepEditing')}
          </Button>
          <Button variant="default" onClick={() => void draft.showTheirs()}>
            {t('designs.conflict.showTheirs')}
          </Button>
          <Button onClick={() => void draft.replaceTheirs()}>{t('designs.conflict.replace')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
