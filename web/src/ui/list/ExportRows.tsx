import { Button, Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dataExportAddress, type RowsFormat, type RowsOrder, startDataExport } from '../../api/dataExports';
import { ApiError } from '../../api/errors';
import { dialog } from '../dialog/dialog';
import { followOperation } from '../progress/followed';
import { toast } from '../toast/toast';

const FORMATS = [
  { format: 'csv', Icon: IconFileTypeCsv },
  { format: 'xlsx', Icon: IconFileSpreadsheet },
] as const;

/** Starts an export of a list's rows and tells the user that an email will follow. */
export function useExportRows() {
  const { t } = useTranslation();
  return async (order: RowsOrder, key: string = crypto.randomUUID()) => {
    const { id } = await startDataExport(order, key);
    followOperation(dataExportAddress(id));
    if (order.entity === 'credential_analytics')
      void dialog.info({ title: t('alerts.analyticsExport.title'), body: t('alerts.analyticsExport.body') });
    else toast.success(t('ui.export.generating', { format: (order.format ?? 'csv').toUpperCase() }));
  };
}

/** The export menu of a list. It exports the rows that match the current filters. */
export function ExportRows({ order }: { order: Omit<RowsOrder, 'format'> }) {
  const { t } = useTranslation();
  const exportRows = useExportRows();
  const start = async (format: RowsFormat) => {
    try {
      await exportRows({ ...order, format });
    } catch (error) {
      toast.formWarning(t('ui.export.failed'), error instanceof ApiError ? error.lines : []);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTableExport size={16} aria-hidden />}>
          {t('ui.export.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, Icon }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
            onClick={() => void start(format)}
          >
            {t(`ui.export.as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
