import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { documentOf, type Values } from '../../editor';
import { saveBlob } from '../../lib/saveBlob';
import { dialog } from '../../ui/dialog/dialog';
import type { Design } from './api';
import { readProof } from './preview';

/** Downloads the server's rendering of the saved design with sample values. */
export function DesignPreviewButton({ design, values }: { design: Design; values: Values }) {
  const { t } = useTranslation();
  const preview = useMutation({
    mutationFn: async (id: number) => {
      const sheet = { name: design.name, design: documentOf(design) };
      const order = { sheet, recipient: null, values, form: 'picture' as const };
      saveBlob(await readProof(id, order, new AbortController().signal), `${design.name}.png`);
    },
    onError: (error) =>
      void dialog.warning({
        title: t('designs.preview.failed'),
        body: error.message || t('problem.generic'),
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
