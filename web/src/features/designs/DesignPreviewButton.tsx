import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import type { Values } from '../../editor';
import { saveFile } from '../../lib/saveFile';
import { dialog } from '../../ui/dialog/dialog';
import { type Design, previewLink } from './api';

/** Downloads the server's picture of the saved design, filled with sample values. */
export function DesignPreviewButton({ design, values }: { design: Design; values: Values }) {
  const { t } = useTranslation();
  const preview = useMutation({
    mutationFn: async (id: number) => {
      const plain = Object.fromEntries(Object.entries(values).map(([tag, { value }]) => [tag, value]));
      await saveFile(await previewLink(id, plain), `${design.name}.png`);
    },
    onError: (error) =>
      void dialog.warning({
        title: t('designs.preview.failed'),
        body: (error instanceof ApiError && error.lines.join('\n')) || t('problem.generic'),
      }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={preview.isPending}
      disabled={design.id === null}
      onClick={() => design.id !== null && preview.mutate(design.id)}
    >
      {t('designs.preview.download')}
    </Button>
  );
}
