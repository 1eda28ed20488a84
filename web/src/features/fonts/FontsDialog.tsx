import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/Modal';
import { FontUploadDialog } from './FontUploadDialog';
import { OwnFonts } from './OwnFonts';

/** The department's own fonts in a dialog, for pages that the user must not leave. */
export function FontsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Modal opened onClose={onClose} size={720} title={t('fonts.own')}>
        <Stack gap="md">
          <OwnFonts empty={<Text c="dimmed">{t('fonts.empty.description')}</Text>} />
          <Group justify="flex-end">
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('fonts.upload')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      {adding && <FontUploadDialog onClose={() => setAdding(false)} />}
    </>
  );
}
