import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { saveBlob } from '../../lib/saveBlob';
import { toast } from '../../ui/toast/toast';
import { type TemplateFormat, templateFile } from './api';

const FORMATS: readonly TemplateFormat[] = ['xlsx', 'csv'];

/** Downloads an empty spreadsheet with columns for the group's designs. */
export function TemplateLinks({ groupId }: { groupId: number }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<TemplateFormat | null>(null);

  const fetchIt = async (format: TemplateFormat) => {
    setBusy(format);
    try {
      saveBlob(await templateFile(groupId, format), `laurel-template-${groupId}.${format}`);
    } catch (error) {
      toast.formWarning(t('imports.template.failed'), error instanceof ApiError ? error.lines : []);
    } finally {
      setBusy(null);
    }
  };
  return (
    <div>
      <Text c="dimmed" mb={8}>
        {t('imports.template.about')}
      </Text>
      <Group gap="xs">
        {FORMATS.map((format) => (
          <Button
            key={format}
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={busy === format}
            onClick={() => void fetchIt(format)}
          >
            {t(`imports.template.${format}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
