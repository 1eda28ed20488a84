import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import type { Selection } from '../../../ui/list/useSelection';
import { BulkBar } from '../../../ui/table/BulkBar';
import { AddToCollection } from '../collections/AddToCollection';
import { useArchive } from './useArchive';

interface SelectionBarProps {
  selection: Selection;
  pageSelected: boolean;
  total: number;
  /** Returns the UUIDs of the selected credentials. */
  ids: () => Promise<string[]>;
}

/** What can be done with the selected credentials. */
export function SelectionBar({ selection, pageSelected, total, ids }: SelectionBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const archive = useArchive(ids);
  return (
    <BulkBar
      selection={selection}
      pageSelected={pageSelected}
      totalCount={total}
      total={format.number(total)}
      actions={
        archive.bytes === null ? (
          <>
            <AddToCollection ids={ids} />
            <Button leftSection={<IconFileZip size={16} aria-hidden />} onClick={() => void archive.start()}>
              {t('wallet.zip.download', { count: selection.count, number: format.number(selection.count) })}
            </Button>
          </>
        ) : (
          <>
            <span role="status">{t('wallet.zip.running', { size: format.fileSize(archive.bytes) })}</span>
            <Button variant="default" onClick={archive.cancel}>
              {t('ui.dialog.cancel')}
            </Button>
          </>
        )
      }
    />
  );
}
